import { said } from '../page.ts';
import type { ErrorPages } from './error-page.ts';

/** A call that needed a yes and has none. */
export const asking: ErrorPages<
  | 'no_approver'
  | 'nobody_watches'
  | 'approval_refused'
  | 'approval_expired'
  | 'approval_mismatch'
  | 'approval_used'
  | 'approval_withdrawn'
  | 'approver_failed'
> = {
  no_approver: {
    where: ['approve'],
    says: said(
      'The call needs a yes, and there is nobody to ask: no terminal, no console, no approver.',
      '调用需要同意，但无人可问：没有终端、控制台或确认者。',
    ),
    facts: { tool: 'Write' },
    more: 'approvals',
  },
  nobody_watches: {
    where: ['approve'],
    says: said(
      'A client of MCP cannot ask its user, and nobody watches the questions elsewhere.',
      'MCP 客户端无法询问其用户，而他处也无人关注确认请求。',
    ),
    facts: { tool: 'Write' },
    more: 'gateway',
  },
  approval_refused: {
    where: ['approve'],
    says: said('A person said no.', '有人拒绝了。'),
    facts: { tool: 'Write', note: 'not in this folder' },
    more: 'approvals',
  },
  approval_expired: {
    where: ['approve'],
    says: said('Nobody answered in time.', '无人及时回答。'),
    facts: { tool: 'Write', seconds: 300 },
    more: 'approvals',
  },
  approval_mismatch: {
    where: ['approve'],
    says: said(
      "The call's id belongs to a question about something else: other arguments, another agent, another tool or version.",
      '该调用编号属于另一个确认请求：参数、智能体、工具或版本不同。',
    ),
    facts: { tool: 'Write', callId: 'call_1' },
    more: 'approvals',
  },
  approval_used: {
    where: ['approve'],
    says: said(
      'The yes was used already. It counts for one call, once.',
      '该同意已被使用。它只对一次调用有效一次。',
    ),
    facts: { tool: 'Write', callId: 'call_1' },
    more: 'approvals',
  },
  approval_withdrawn: {
    where: ['approve'],
    says: said('Whoever called is gone, and the question with them.', '调用者已离开，确认请求随之撤回。'),
    facts: { tool: 'Write' },
    more: 'approvals',
  },
  approver_failed: {
    where: ['approve'],
    says: said('The question could not be put to anybody.', '确认请求无法发出。'),
    facts: { tool: 'Write', detail: 'the chat is down' },
    more: 'approvals',
  },
};
