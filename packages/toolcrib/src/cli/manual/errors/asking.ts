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
  | 'approval_not_seen'
  | 'approval_too_large'
  | 'approver_out_of_scope'
  | 'own_request'
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
      'The MCP client is not named as an approver or shows no forms, and nobody watches the requests elsewhere.',
      'MCP 客户端未被指定为批准人或不能显示表单，而他处也无人关注确认请求。',
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
  approval_not_seen: {
    where: ['thrown'],
    says: said(
      'An answer carried the digest of something else than what is shown. It does not count, and the request still waits.',
      '回答所附的摘要与所示内容不一致。该回答无效，请求继续等待。',
    ),
    facts: { tool: 'Write', callId: 'call_1' },
    more: 'approvals',
  },
  approval_too_large: {
    where: ['approve'],
    says: said(
      'Nobody is asked about a request of which they could only be shown a part.',
      '无法完整显示的请求不会提交给人批准。',
    ),
    facts: { tool: 'Write', limit: 1_000_000 },
    more: 'approvals',
  },
  approver_out_of_scope: {
    where: ['thrown'],
    says: said(
      'The token or the person may approve other calls only. The request waits for somebody else.',
      '该令牌或人员只能批准其他调用。请求继续等待他人回答。',
    ),
    facts: { tool: 'Write', by: 'token:bob', limit: 'max_risk' },
    more: 'approvals',
  },
  own_request: {
    where: ['thrown'],
    says: said(
      'Nobody approves a call that was made with the same token, unless the token was made for that.',
      '除非令牌在创建时允许，否则任何人都不能批准用同一令牌发起的调用。',
    ),
    facts: { tool: 'Write', by: 'token:bob' },
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
