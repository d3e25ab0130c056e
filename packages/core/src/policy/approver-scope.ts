import { createError, type ToolcribError } from '../tool/errors.ts';
import { FieldReader } from '../tool/field-reader.ts';
import { risks, type Risk } from '../tool/safety.ts';
import type { ApprovalDecision, ApprovalQuestion } from './approver.ts';
import { matchesGlob } from './glob.ts';

/** Which approval requests somebody may answer. What is left out is not limited. */
export interface ApproverScope {
  /** Only calls of these agents, by their ids. */
  readonly agents?: readonly string[] | undefined;
  /** Only calls of these tools. `*` stands for any text and `?` for one character, as in rules. */
  readonly tools?: readonly string[] | undefined;
  /** Only calls up to this risk. Who is limited by it cannot allow for good: the risk of later calls is not known. */
  readonly maxRisk?: Risk | undefined;
}

/** Somebody who answers approval requests, as the interface that let them in knows them. */
export interface ApproverIdentity {
  /**
   * Recorded as `answered_by`. It is set by whoever let them in, such as the user of the machine or the name of a token, and
   * cannot be chosen by who answers.
   */
  readonly id: string;
  /** @default everything */
  readonly scope?: ApproverScope | undefined;
  /** Whether they may also approve their own calls. @default false */
  readonly approvesOwn?: boolean | undefined;
  /** Ids of callers whose calls count as their own, besides their own id. @default none */
  readonly holds?: readonly string[] | undefined;
}

/** What an approver has to do with a request. */
export type RequestFacts = Pick<ApprovalQuestion, 'agent' | 'tool' | 'risk' | 'requestedBy'>;

/** Whether a request lies in a scope. */
export function isInScope(scope: ApproverScope | undefined, request: RequestFacts): boolean {
  return limitOf(scope, request) === undefined;
}

/**
 * Why somebody may not give this answer: `approver_out_of_scope` or `own_request`; undefined when they may. To refuse one's own
 * call is always possible: it is the same as withdrawing it.
 */
export function approverRefusal(
  { id, scope, approvesOwn = false, holds = [] }: ApproverIdentity,
  request: RequestFacts & { readonly decision: ApprovalDecision },
): ToolcribError | undefined {
  const { tool, decision, requestedBy } = request;
  const isOwn = requestedBy !== undefined && (requestedBy === id || holds.includes(requestedBy));
  if (isOwn && !approvesOwn && decision !== 'reject_once')
    return createError('own_request', { tool, by: id });
  const forGood = decision === 'allow_always' && isRiskLimited(scope);
  const limit = limitOf(scope, request) ?? (forGood ? 'always' : undefined);
  return limit && createError('approver_out_of_scope', { tool, by: id, limit });
}

/** Why somebody may not grant a tool to an agent. A grant answers calls whose risk is not known yet. */
export function granterRefusal(
  granter: ApproverIdentity,
  { tool, agent }: Pick<RequestFacts, 'tool' | 'agent'>,
): ToolcribError | undefined {
  return approverRefusal(granter, { tool, agent, risk: 'low', decision: 'allow_always' });
}

/** Whether a scope excludes calls of high risk. */
function isRiskLimited({ maxRisk = 'high' }: ApproverScope = {}): boolean {
  return maxRisk !== 'high';
}

/** Whether everything in `inner` is also in `outer`, as far as that can be told from how they are written. */
export function isScopeWithin(inner: ApproverScope, outer: ApproverScope | undefined): boolean {
  const { agents, tools, maxRisk = 'high' } = outer ?? {};
  return (
    (agents === undefined || (inner.agents?.every((agent) => agents.includes(agent)) ?? false)) &&
    (tools === undefined || (inner.tools?.every((tool) => isAmong(tool, tools)) ?? false)) &&
    risks.indexOf(inner.maxRisk ?? 'high') <= risks.indexOf(maxRisk)
  );
}

/** Reads a scope in TypeScript's or a configuration's spelling. Throws `invalid_definition`. */
export function parseApproverScope(value: unknown, source: string): ApproverScope {
  const fields = new FieldReader(value, `${source}.`);
  fields.refuseUnknown(['agents', 'tools', 'maxRisk', 'max_risk']);
  const agents = fields.optionalTexts('agents');
  const tools = fields.optionalTexts('tools');
  const maxRisk = fields.oneOf(fields.spelling('maxRisk', 'max_risk'), risks);
  fields.finish(source);
  return Object.freeze({
    ...(agents && { agents }),
    ...(tools && { tools }),
    ...(maxRisk && { maxRisk }),
  });
}

/** A pattern is only compared with its equal: what else it could match is not worked out. */
function isAmong(tool: string, patterns: readonly string[]): boolean {
  if (patterns.includes(tool)) return true;
  return !/[*?]/u.test(tool) && patterns.some((pattern) => matchesGlob(pattern, tool));
}

function limitOf(
  { agents, tools, maxRisk = 'high' }: ApproverScope = {},
  { agent, tool, risk }: RequestFacts,
): 'agents' | 'tools' | 'max_risk' | undefined {
  if (agents !== undefined && (agent === undefined || !agents.includes(agent))) return 'agents';
  if (tools !== undefined && !tools.some((pattern) => matchesGlob(pattern, tool))) return 'tools';
  return risks.indexOf(risk) > risks.indexOf(maxRisk) ? 'max_risk' : undefined;
}
