import type { Expectation } from './expectation.ts';
import type { BuiltinProblem } from './builtin-problem.ts';
import type { PlanProblem } from './plan-problem.ts';

/** The facts that a message is made of, by its code. Codes are stable: they never change with the language. */
export interface MessageFacts {
  // A call that could not be understood.
  tool_not_found: { name: string; suggestions: readonly string[] };
  version_not_found: { tool: string; version: string; available: readonly string[] };
  unknown_variable: { reference: string; known: readonly string[] };
  invalid_arguments: { problems: readonly ArgumentProblem[] };
  /** `names` are those of `one_of` and `object_with`. */
  invalid_options: { option: string; expected: Expectation; names?: readonly string[] };
  /** What came in is no call at all: a field is unknown, missing, or of the wrong type. */
  request_not_valid: { problems: readonly ArgumentProblem[] };
  /** `names` are those of the arguments that the record does not hold; empty when it holds none. */
  not_replayable: { callId: string; names: readonly string[] };

  // A call that was not allowed.
  /** Somebody else answers for the tool, and nobody has yet accepted it as it is now. */
  tool_held_back: { tool: string; source: string; reason: HoldReason };
  unknown_agent: { agent: string; known: readonly string[] };
  /** A request names an agent that its sender may not act for. */
  agent_not_yours: { agent: string; own?: string | undefined };
  not_offered: { tool: string; suggestions: readonly string[] };
  not_in_scope: { tool: string; agent: string; allowList: string };
  permission_denied: { tool: string; required: string; held: string };
  denied_by_rule: {
    tool: string;
    source: string;
    reason?: string | undefined;
    /** The one command of a line that the rule matches, or may match. */
    command?: string;
    /** There was too much to look through: the rule is taken to match. */
    tooLarge?: boolean;
  };
  grant_required: { tool: string };
  no_approver: { tool: string };
  nobody_watches: { tool: string };
  approval_refused: {
    tool: string;
    note?: string | undefined;
    by?: string | undefined;
    approvalId?: string | undefined;
  };
  approval_expired: { tool: string; seconds: number };
  /** Another call has the same id: other arguments, another agent, another tool or version. */
  approval_mismatch: { tool: string; callId: string };
  approval_used: { tool: string; callId: string };
  /** The answer names the digest of something else than what is shown. */
  approval_not_seen: { tool: string; callId: string };
  /** More characters than a person can be shown. */
  approval_too_large: { tool: string; limit: number };
  /** `always`: who may approve only up to a risk cannot allow for good. */
  approver_out_of_scope: {
    tool: string;
    by: string;
    limit: 'agents' | 'tools' | 'max_risk' | 'always';
  };
  /** Who made a call cannot approve it. */
  own_request: { tool: string; by: string };
  approval_withdrawn: { tool: string };
  approver_failed: { tool: string; detail: string };
  grants_unavailable: { tool: string; detail: string };
  /** A call of the agent has run under this id before; `callId` is what history knows it by. */
  call_id_used: { id: string; callId: string };
  /** Whether the id of the call was used before cannot be known or written down. */
  call_ids_unavailable: { tool: string; detail: string };
  no_fence: { tool: string };
  /** A call must be recorded before it runs, and was not. */
  history_unavailable: { tool: string; detail: string };
  /** Another process has taken over the plan that the call belongs to. */
  call_taken_over: { tool: string };
  /** `fault` when it is not a path that could be followed at all. */
  outside_project: { path?: string | undefined; fault?: PathFault | undefined };
  protected_path: { path: string };
  command_not_allowed: { command?: string | undefined; reason?: string | undefined };
  /** `leadsTo` is the kind of address behind a name that is listed itself. */
  host_not_allowed: { host: string; leadsTo?: string | undefined };

  // A call that went wrong while it ran.
  timeout: { tool: string; milliseconds?: number | undefined; detail?: string | undefined };
  cancelled: { tool: string };
  /** The process that ran the call was lost while it ran; `process` names it where it has a name. */
  outcome_unknown: { tool: string; process?: string | undefined };
  network: { tool: string; detail: string };
  rate_limited: { tool: string; retryAfterSeconds?: number | undefined; detail?: string | undefined };
  server_error: {
    tool: string;
    status?: number | undefined;
    retryAfterSeconds?: number | undefined;
    detail?: string | undefined;
  };
  bad_request: { tool: string; status: number; detail?: string | undefined };
  unauthorized: { tool: string; status?: number | undefined; detail?: string | undefined };
  forbidden: { tool: string; status: number; detail?: string | undefined };
  not_found: { tool: string; status: number; detail?: string | undefined };
  http_error: { tool: string; status: number; detail?: string | undefined };
  output_too_large: { tool: string; limit: number; unit: 'bytes' | 'levels' | 'values' | 'shapes' };
  /** `reason` is the tool's own stable word for what went wrong, where it has one. */
  tool_failed: {
    tool: string;
    detail: string;
    reason?: string | undefined;
    inEffects?: boolean | undefined;
  };
  builtin_failed: BuiltinProblem;
  no_executor: { kind: string };
  /** The recorded arguments that are nearest, how often these were recorded, or the tools of which calls were. */
  not_recorded: {
    tool: string;
    arguments: string;
    nearest?: string;
    times?: number;
    tools?: readonly string[];
  };
  unknown_handler: { kind: string; handler: string; known: readonly string[] };
  secret_missing: { secret: string };
  secret_unreadable: { secret: string };
  internal_error: { detail: string };

  // A definition or a registry that does not add up.
  /** The subject is the name of a tool or a list, the id of an agent, the place of a rule. */
  invalid_definition: { subject: string; problems: readonly DefinitionProblem[] };
  http_not_supported: { tool: string };
  duplicate_tool: { id: string };
  duplicate_name: { name: string; owner: string };
  unknown_allow_list: { allowList: string; known: readonly string[] };
  missing_tools: { tools: readonly string[] };
  undefined_tools: { tools: readonly string[] };
  unknown_provider: { provider: string; known: readonly string[] };
  unusable_index: { fault: 'other_version' | 'damaged' };

  // A plan that cannot be run, or that ended before its time.
  invalid_plan: { name: string; problems: readonly PlanProblem[] };
  unknown_plan: { plan: string };
  /** The id belongs to a run of another plan, or of another agent. */
  plan_differs: { plan: string };
  plan_out_of_time: { plan: string };
  plan_cancelled: { plan: string; reason?: string | undefined };
  /** The engine takes no more, or was closed while somebody waited. */
  plans_closed: object;
  /** What a fan-out was to go through is no list. */
  not_a_list: { node: string; received: string };
  /** A decision about a node whose outcome is not unknown. */
  nothing_to_decide: { plan: string; node: string };
  /** A decision about a plan that still runs. */
  plan_runs: { plan: string };
  too_many_items: { node: string; count: number; limit: number };
  /** The outputs of a plan's calls, or its result, are more than a process can keep. */
  plan_too_large: { plan: string; limit: number };
}

export type MessageCode = keyof MessageFacts;

/** Why a path leads nowhere that could be judged. */
export type PathFault = 'url' | 'malformed' | 'too_long' | 'too_many_links' | 'unreadable';

/** One thing wrong with a call's arguments. */
export interface ArgumentProblem {
  /** The parameter as a person would write it, such as `user.tags[0]`; empty for the arguments as a whole. */
  readonly path: string;
  /** The JSON Schema keyword that was not met; `size`, `text`, `depth` and `budget` for values that are too large. */
  readonly keyword: string;
  readonly expected: unknown;
  /** The JSON type that was received. */
  readonly received: string;
  /** Names that may have been meant, where one is unknown. */
  readonly suggestions?: readonly string[];
}

/** One thing wrong with a tool's definition. */
export type DefinitionProblem =
  | { readonly kind: 'not_an_object'; readonly field: string }
  | { readonly kind: 'missing'; readonly field: string }
  | { readonly kind: 'wrong_type'; readonly field: string; readonly expected: Expectation }
  | { readonly kind: 'not_one_of'; readonly field: string; readonly allowed: readonly string[] }
  | { readonly kind: 'bad_name'; readonly field: string; readonly value: string }
  | { readonly kind: 'bad_version'; readonly field: string; readonly value: string }
  | {
      readonly kind: 'bad_schema';
      readonly field: string;
      readonly reason: SchemaFaultWord;
      readonly detail: string;
    }
  | { readonly kind: 'unknown'; readonly field: string; readonly known: readonly string[] }
  | { readonly kind: 'misspelt'; readonly field: string; readonly meant: string }
  | { readonly kind: 'too_long'; readonly field: string; readonly limit: number };

/** Why a schema cannot be used, in one word. */
export type SchemaFaultWord =
  | 'not_a_schema'
  | 'not_an_object_root'
  | 'invalid_keyword'
  | 'remote_reference'
  | 'unresolved_reference'
  | 'dynamic_reference'
  | 'unsupported_dialect'
  | 'unsafe_pattern'
  | 'too_large'
  | 'too_deep'
  | 'too_many_subschemas';

/**
 * Why a tool of a source is held back: how the source is reached was not accepted on this machine, the tool is new, it has
 * changed, or the source has it no longer.
 */
export type HoldReason = 'source' | 'program' | 'new' | 'changed' | 'gone';
