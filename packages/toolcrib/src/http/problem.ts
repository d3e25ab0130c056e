import { BlockedError, remedy, text, ToolcribError, type Locale } from '@toolcrib/core';
import { problemText, type ProblemCode, type ProblemFacts, type RecordCandidate } from './texts.ts';

/** The status that each problem is told with. */
export const problemStatuses: { readonly [Code in ProblemCode]: number } = {
  address_not_found: 404,
  method_not_allowed: 405,
  token_missing: 401,
  token_not_valid: 401,
  scope_missing: 403,
  not_for_agents: 403,
  agent_not_yours: 403,
  scopes_not_yours: 403,
  token_outlives: 403,
  agent_scopes: 400,
  agent_unknown: 400,
  foreign_host: 403,
  foreign_origin: 403,
  not_json: 400,
  media_not_supported: 415,
  body_too_large: 413,
  body_too_deep: 400,
  request_not_valid: 400,
  too_many_requests: 429,
  too_many_connections: 429,
  too_many_wrong_tokens: 429,
  too_busy: 503,
  not_ready: 503,
  stopping: 503,
  deadline_passed: 503,
  record_not_found: 404,
  record_differs: 409,
  record_ambiguous: 409,
  replay_unconfirmed: 409,
  approval_not_found: 404,
  approval_ended: 409,
  grant_not_found: 404,
  grant_dangerous: 409,
  token_not_found: 404,
  review_not_found: 404,
  source_not_restartable: 409,
  internal_error: 500,
};

/** A place in a request that is not as it must be. */
export interface RequestFault {
  readonly path: string;
  readonly keyword: string;
  readonly message: string;
}

/** A request that is not answered. Thrown anywhere behind the door, told by it. */
export class Problem<Code extends ProblemCode = ProblemCode> extends Error {
  override readonly name = 'Problem';
  readonly code: Code;
  readonly facts: ProblemFacts[Code];
  readonly faults: readonly RequestFault[] | undefined;

  constructor(code: Code, facts: ProblemFacts[Code], faults?: readonly RequestFault[]) {
    super(problemText(code, facts, 'en').detail);
    this.code = code;
    this.facts = facts;
    this.faults = faults;
  }
}

/** What is told of an error, by RFC 9457, and the headers that go with it. */
export function toProblemResponse(
  error: unknown,
  { locale, requestId }: { readonly locale: Locale; readonly requestId: string },
): Response {
  const { status, code, title, detail, faults, candidates, ...described } = describe(error, locale);
  const document = {
    type: `urn:toolcrib:problem:${code}`,
    title,
    status,
    detail,
    code,
    ...(described.remedy !== undefined && { remedy: described.remedy }),
    request_id: requestId,
    ...(faults !== undefined && { problems: faults }),
    ...(candidates !== undefined && { candidates }),
  };
  const headers = new Headers({
    'content-type': 'application/problem+json',
    'content-language': locale,
  });
  if (status === 401) headers.set('www-authenticate', 'Bearer realm="toolcrib"');
  if (status === 429 || status === 503) headers.set('retry-after', '1');
  if (error instanceof Problem && error.code === 'method_not_allowed')
    headers.set('allow', (error.facts as ProblemFacts['method_not_allowed']).allowed.join(', '));
  return new Response(JSON.stringify(document), { status, headers });
}

interface Described {
  readonly status: number;
  readonly code: string;
  readonly title: string;
  readonly detail: string;
  readonly remedy?: string;
  readonly faults?: readonly RequestFault[];
  readonly candidates?: readonly RecordCandidate[];
}

function describe(error: unknown, locale: Locale): Described {
  if (error instanceof Problem) {
    const { code, facts, faults } = error as Problem;
    return {
      status: problemStatuses[code],
      code,
      ...problemText(code, facts, locale),
      ...(faults && { faults }),
      ...('candidates' in facts && { candidates: facts.candidates }),
    };
  }
  if (error instanceof ToolcribError && error.data !== undefined) {
    const { code, data } = error;
    const wayOut = remedy(code, data, locale);
    return {
      status: statusOf(error),
      code,
      title: code.replaceAll('_', ' '),
      detail: text(code, data, locale),
      ...(wayOut !== undefined && { remedy: wayOut }),
    };
  }
  // An error of a room, such as the store, that says itself in any language.
  if (isTold(error)) {
    const { code } = error;
    const status = code === 'bad_cursor' ? 400 : code === 'source_unknown' ? 404 : 503;
    return { status, code, title: code.replaceAll('_', ' '), detail: error.in(locale) };
  }
  return { status: 500, code: 'internal_error', ...problemText('internal_error', {}, locale) };
}

/** Whether an error is one that nobody foresaw: only such a one is logged. */
export function isUnforeseen(error: unknown): boolean {
  return !(error instanceof Problem || isTold(error) || error instanceof ToolcribError);
}

const notFound: ReadonlySet<string> = new Set(['tool_not_found', 'unknown_agent', 'unknown_plan']);

function statusOf(error: ToolcribError): number {
  if (error.code === 'approval_not_seen') return 409;
  if (notFound.has(error.code)) return 404;
  return error instanceof BlockedError ? 403 : 400;
}

function isTold(error: unknown): error is Error & { readonly code: string; in(locale: Locale): string } {
  return error instanceof Error && 'code' in error && 'in' in error && typeof error.in === 'function';
}
