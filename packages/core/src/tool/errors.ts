import type { Locale } from '../messages/catalog.ts';
import type { MessageCode, MessageFacts } from '../messages/facts.ts';
import { text } from '../messages/text.ts';

/**
 * Every error of Toolcrib: a stable code, the facts it is made of, the origin as `cause`. The message is the
 * catalog's sentence; `text(error.code, error.data, locale)` says it in another language.
 */
export class ToolcribError<C extends MessageCode = MessageCode> extends Error {
  readonly code: C;
  /** Undefined when a tool threw it with a message of its own. */
  readonly data: MessageFacts[C] | undefined;

  constructor(message: string, { code, data, cause }: ErrorFacts<C>) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = new.target.name;
    this.code = code;
    this.data = data;
  }
}

export interface ErrorFacts<C extends MessageCode> {
  readonly code: C;
  readonly data?: MessageFacts[C] | undefined;
  readonly cause?: unknown;
}

/** What a tool may add when it throws one of these errors itself. */
export type ThrownOptions<C extends MessageCode = MessageCode> = Partial<ErrorFacts<C>>;

/** The arguments, or a request made of them, were not acceptable. */
export class ValidationError extends ToolcribError {
  constructor(message: string, options: ThrownOptions = {}) {
    super(message, { code: 'invalid_arguments', ...options });
  }
}

/** A server could not be reached, or the connection broke. */
export class NetworkError extends ToolcribError {
  constructor(message: string, options: ThrownOptions = {}) {
    super(message, { code: 'network', ...options });
  }
}

/** The time for the call was up. */
export class TimeoutError extends ToolcribError {
  constructor(message: string, options: ThrownOptions = {}) {
    super(message, { code: 'timeout', ...options });
  }
}

/** Credentials are missing, wrong or too weak. */
export class AuthenticationError extends ToolcribError {
  constructor(message: string, options: ThrownOptions = {}) {
    super(message, { code: 'unauthorized', ...options });
  }
}

/** Too many requests (429). */
export class RateLimitError extends ToolcribError {
  /** When the other side may be asked again. */
  readonly retryAfterSeconds: number | undefined;

  constructor(message: string, options: ThrownOptions & { readonly retryAfterSeconds?: number } = {}) {
    super(message, { code: 'rate_limited', ...options });
    const known = this.data as Partial<MessageFacts['rate_limited']> | undefined;
    this.retryAfterSeconds = options.retryAfterSeconds ?? known?.retryAfterSeconds;
  }
}

/** The server failed (5xx). */
export class ServerError extends ToolcribError {
  constructor(message: string, options: ThrownOptions = {}) {
    super(message, { code: 'server_error', ...options });
  }
}

/** The tool itself failed, or could not be run. */
export class ToolExecutionError extends ToolcribError {
  constructor(message: string, options: ThrownOptions = {}) {
    super(message, { code: 'tool_failed', ...options });
  }
}

/** The caller cancelled. */
export class CancelledError extends ToolcribError {
  constructor(message: string, options: ThrownOptions = {}) {
    super(message, { code: 'cancelled', ...options });
  }
}

/** The call was not allowed. */
export class BlockedError extends ToolcribError {}

/** A registry was asked for something that does not add up. */
export class RegistryError extends ToolcribError {}

/** A tool's definition is not valid. */
export class DefinitionError extends RegistryError {}

/** A plan cannot be run, or ended before its time. */
export class PlanError extends ToolcribError {}

type ErrorClass = new (message: string, options: ErrorFacts<MessageCode>) => ToolcribError;

/** Which class of error each code is. */
const classes: Readonly<Record<MessageCode, ErrorClass>> = {
  tool_not_found: RegistryError,
  version_not_found: RegistryError,
  unknown_variable: ValidationError,
  invalid_arguments: ValidationError,
  invalid_options: ValidationError,
  request_not_valid: ValidationError,
  not_replayable: ValidationError,
  tool_held_back: BlockedError,
  unknown_agent: BlockedError,
  agent_not_yours: BlockedError,
  not_offered: BlockedError,
  not_in_scope: BlockedError,
  permission_denied: BlockedError,
  denied_by_rule: BlockedError,
  grant_required: BlockedError,
  no_approver: BlockedError,
  nobody_watches: BlockedError,
  approval_refused: BlockedError,
  approval_expired: BlockedError,
  approval_mismatch: BlockedError,
  approval_used: BlockedError,
  approval_not_seen: BlockedError,
  approval_too_large: BlockedError,
  approver_out_of_scope: BlockedError,
  own_request: BlockedError,
  approval_withdrawn: BlockedError,
  approver_failed: BlockedError,
  grants_unavailable: BlockedError,
  history_unavailable: BlockedError,
  call_taken_over: BlockedError,
  outcome_unknown: ToolExecutionError,
  call_id_used: BlockedError,
  call_ids_unavailable: BlockedError,
  no_fence: BlockedError,
  outside_project: BlockedError,
  protected_path: BlockedError,
  command_not_allowed: BlockedError,
  host_not_allowed: BlockedError,
  timeout: TimeoutError,
  cancelled: CancelledError,
  network: NetworkError,
  rate_limited: RateLimitError,
  server_error: ServerError,
  bad_request: ValidationError,
  unauthorized: AuthenticationError,
  forbidden: AuthenticationError,
  not_found: ToolExecutionError,
  http_error: ToolExecutionError,
  output_too_large: ToolExecutionError,
  tool_failed: ToolExecutionError,
  builtin_failed: ToolExecutionError,
  no_executor: ToolExecutionError,
  not_recorded: ToolExecutionError,
  unknown_handler: RegistryError,
  secret_missing: AuthenticationError,
  secret_unreadable: AuthenticationError,
  internal_error: ToolExecutionError,
  invalid_definition: DefinitionError,
  http_not_supported: DefinitionError,
  duplicate_tool: RegistryError,
  duplicate_name: RegistryError,
  unknown_allow_list: RegistryError,
  missing_tools: RegistryError,
  undefined_tools: RegistryError,
  unknown_provider: RegistryError,
  unusable_index: RegistryError,
  invalid_plan: PlanError,
  unknown_plan: PlanError,
  plan_differs: PlanError,
  plan_out_of_time: PlanError,
  plan_cancelled: PlanError,
  plans_closed: PlanError,
  not_a_list: PlanError,
  nothing_to_decide: PlanError,
  plan_runs: PlanError,
  too_many_items: PlanError,
  plan_too_large: PlanError,
};

/** An error with its facts. */
export type KnownError<C extends MessageCode = MessageCode> = ToolcribError<C> & {
  readonly data: MessageFacts[C];
};

/** The error for a code, in the class that belongs to it. */
export function createError<C extends MessageCode>(
  code: C,
  data: MessageFacts[C],
  { cause, locale }: { readonly cause?: unknown; readonly locale?: Locale } = {},
): KnownError<C> {
  return new classes[code](text(code, data, locale), { code, data, cause }) as KnownError<C>;
}

export function errorTypeOf(code: MessageCode): string {
  return classes[code].name;
}

/** What a thrown thing says, whatever it is. */
export function messageOf(thrown: unknown): string {
  try {
    return thrown instanceof Error ? thrown.message || thrown.name : String(thrown);
  } catch {
    // An object without a prototype, or a getter that throws: even this must not end the process.
    return typeof thrown;
  }
}
