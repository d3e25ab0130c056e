import {
  QuestionEnded,
  targetOf,
  visible,
  type ApprovalAnswer,
  type ApprovalQuestion,
  type Desk,
} from '@toolcrib/core';
import { fillForm } from './fill-form.ts';
import type { Terminal } from './terminal.ts';
import type { CliTexts } from './texts.ts';

/** Asks the person at the terminal. Anything but a clear yes is a no. */
export function terminalApprover(terminal: Terminal, opened: () => CliTexts): Desk {
  // Calls that run side by side ask side by side; a person answers one after the other.
  let before: Promise<unknown> = Promise.resolve();
  return (question, context) => {
    const answer = before.then(() => ask(question, context));
    before = answer.catch(() => undefined);
    return answer;
  };

  async function ask(
    question: ApprovalQuestion,
    { signal }: { readonly signal?: AbortSignal | undefined },
  ): Promise<ApprovalAnswer | undefined> {
    const texts = opened();
    if (signal?.aborted) return tellEnd(signal.reason, terminal, texts);
    terminal.tell(showQuestion(question, terminal, texts));
    if (question.form !== undefined) return fillIn(question.form, terminal, texts, signal);
    const answer = await terminal.ask(texts.question.prompt, signal);
    if (signal?.aborted) return tellEnd(signal.reason, terminal, texts);
    switch (answer.trim().toLowerCase()) {
      case 'y':
      case 'yes':
        return { decision: 'allow_once', by: 'terminal' };
      case 's':
      case 'session':
        return { decision: 'allow_always', scope: 'session', by: 'terminal' };
      case 'a':
      case 'always':
        return { decision: 'allow_always', by: 'terminal' };
      default:
        return { decision: 'reject_once', by: 'terminal' };
    }
  }
}

/** What is filled in goes to whoever asked; whoever does not want that declines. */
async function fillIn(
  form: NonNullable<ApprovalQuestion['form']>,
  terminal: Terminal,
  texts: CliTexts,
  signal: AbortSignal | undefined,
): Promise<ApprovalAnswer | undefined> {
  const answer = await terminal.ask(texts.question.fillIn, signal);
  const isYes = /^y(?:es)?$/iu.test(answer.trim());
  const content = isYes ? await fillForm(form, (prompt) => terminal.ask(prompt, signal)) : undefined;
  if (signal?.aborted) return tellEnd(signal.reason, terminal, texts);
  return isYes
    ? { decision: 'allow_once', by: 'terminal', content }
    : { decision: 'reject_once', by: 'terminal' };
}

/** Asks nobody here: says where the answer can be given, and what it was. */
export function waitingDesk(terminal: Terminal, opened: () => CliTexts): Desk {
  return ({ tool }, { approvalId, signal }) => {
    const texts = opened();
    terminal.tell(texts.question.waits(visible(tool), approvalId));
    signal?.addEventListener('abort', () => tellEnd(signal.reason, terminal, texts));
    return undefined;
  };
}

function tellEnd(reason: unknown, terminal: Terminal, { question }: CliTexts): undefined {
  if (!(reason instanceof QuestionEnded)) return;
  const { status, answeredBy } = reason.approval;
  terminal.tell(`\n${question.ended(status, answeredBy && visible(answeredBy))}`);
}

/** The whole question: what is shown is what will run, with nothing hidden in control or invisible characters. */
export function showQuestion(
  question: ApprovalQuestion,
  terminal: Pick<Terminal, 'style'>,
  texts: CliTexts,
  to: 'output' | 'error' = 'error',
): string {
  const { question: words } = texts;
  const { tool, version, agent, effects, risk, reasons, warning, form } = question;
  const color = risk === 'high' ? 'red' : risk === 'medium' ? 'yellow' : 'green';
  const row = (label: string, text: string): string => `  ${label}: ${text}`;
  return [
    '',
    terminal.style(
      'bold',
      visible(form ? words.asks(`${tool} ${version}`) : words.title(`${tool} ${version}`)),
      to,
    ),
    ...(form ? [`  ${visible(question.description)}`] : []),
    // What it would do, and what is bad about that, before everything that explains it.
    ...effects.flatMap((effect) => (effect.kind === 'run' ? [`  ${visible(effect.command)}`] : [])),
    row(words.warning, visible(warning)),
    row(words.risk, `${terminal.style(color, words.levels[risk], to)} (${reasons.map(visible).join(', ')})`),
    row(words.agent, visible(agent ?? words.application)),
    row(words.arguments, ''),
    ...Object.entries(question.arguments).map(
      ([name, value]) => `    ${visible(name)} = ${visible(JSON.stringify(value))}`,
    ),
    ...(effects.length === 0 ? [] : [row(words.effects, '')]),
    ...effects.flatMap((effect) => [
      `    ${visible(`${effect.kind} ${targetOf(effect)}`)}`,
      ...(effect.preview === undefined
        ? []
        : effect.preview.split('\n').map((one) => `      ${visible(one)}`)),
    ]),
  ].join('\n');
}
