import type { ApprovalAnswer, ApprovalDecision, ApprovalQuestion, Approver } from '../policy/approver.ts';

/** Answers questions from a list, in order, and remembers what it was asked. After the last answer it says no. */
export function scriptedApprover(answers: readonly (ApprovalDecision | ApprovalAnswer)[]): {
  readonly approver: Approver;
  readonly questions: readonly ApprovalQuestion[];
} {
  const questions: ApprovalQuestion[] = [];
  const approver: Approver = (question) => {
    const answer = answers[questions.length] ?? 'reject_once';
    questions.push(question);
    return typeof answer === 'string' ? { decision: answer } : answer;
  };
  return { approver, questions };
}
