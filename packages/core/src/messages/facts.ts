import type { BuiltinProblem } from './builtin-problem.ts';

/** The facts that a message is made of, by its code. Codes are stable: they never change with the language. */
export interface MessageFacts {
  // A call that could not be understood.
  tool_not_found: { name: string; suggestions: readonly string[] };
  version_not_found: { tool: string; version: string; available: readonly string[] };
  unknown_variable: { reference: string; known: readonly string[] };
  invalid_arguments: { problems: readonly ArgumentProblem[] };
  invalid_options: { option: string; expected: string };

  // A call that was not allowed.
  unknown_agent: { agent: string; known: readonly string[] };
  not_in_scope: { tool: string; agent: string; allowList: string };
  permission_denied: { tool: string; required: string; held: string };
  denied_by_rule: { tool: string; source: string; reason?: string | undefined };
  grant_required: { tool: string };
  no_approver: { tool: string };
  approval_refused: { tool: string; note?: string | undefined };
  approval_expired: { tool: string; seconds: number };
  approver_failed: { tool: string; detail: string };
  no_fence: { tool: string };
  outside_project: { path?: string | undefined };
  command_not_allowed: { command?: string | undefined };
  host_not_allowed: { host: string };

  // A call that went wrong while it ran.
  timeout: { tool: string; milliseconds?: number | undefined; detail?: string | undefined };
  cancelled: { tool: string };
  network: { tool: string; detail: string };
  rate_limited: { tool: string; retryAfterSeconds?: number | undefined; detail?: string | undefined };
  server_error: { tool: string; status?: number | undefined; detail?: string | undefined };
  bad_request: { tool: string; status: number; detail?: string | undefined };
  unauthorized: { tool: string; status?: number | undefined; detail?: string | undefined };
  forbidden: { tool: string; status: number };
  not_found: { tool: string; status: number };
  http_error: { tool: string; status: number };
  output_too_large: { tool: string; limit: number };
  tool_failed: { tool: string; detail: string };
  builtin_failed: BuiltinProblem;
  no_executor: { kind: string };
  unknown_handler: { kind: string; handler: string; known: readonly string[] };
  secret_missing: { secret: string };
  internal_error: { detail: string };

  // A definition or a registry that does not add up.
  invalid_definition: { tool: string; problems: readonly DefinitionProblem[] };
  http_not_supported: { tool: string };
  duplicate_tool: { id: string };
  duplicate_name: { name: string; owner: string };
  unknown_allow_list: { allowList: string; known: readonly string[] };
  missing_tools: { tools: readonly string[] };
  undefined_tools: { tools: readonly string[] };
  unknown_provider: { provider: string; known: readonly string[] };
}

export type MessageCode = keyof MessageFacts;

/** One thing wrong with a call's arguments. */
export interface ArgumentProblem {
  /** The parameter as a person would write it, such as `user.tags[0]`; empty for the arguments as a whole. */
  readonly path: string;
  /** The JSON Schema keyword that was not met; `size`, `depth` and `budget` for values that are too large. */
  readonly keyword: string;
  readonly expected: unknown;
  /** The JSON type that was received. */
  readonly received: string;
}

/** One thing wrong with a tool's definition. */
export type DefinitionProblem =
  | { readonly kind: 'not_an_object'; readonly field: string }
  | { readonly kind: 'missing'; readonly field: string }
  | { readonly kind: 'wrong_type'; readonly field: string; readonly expected: string }
  | { readonly kind: 'not_one_of'; readonly field: string; readonly allowed: readonly string[] }
  | { readonly kind: 'bad_name'; readonly field: string; readonly value: string }
  | { readonly kind: 'bad_version'; readonly field: string; readonly value: string }
  | { readonly kind: 'bad_schema'; readonly field: string; readonly reason: string; readonly detail: string }
  | { readonly kind: 'unknown'; readonly field: string; readonly known: readonly string[] }
  | { readonly kind: 'misspelt'; readonly field: string; readonly meant: string }
  | { readonly kind: 'too_long'; readonly field: string; readonly limit: number };
