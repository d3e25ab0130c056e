import type { CallOptions, CallProblem } from '../tool/call.ts';
import type { ToolResult } from '../tool/result.ts';
import type { Tool } from '../tool/tool.ts';

/** How one provider writes tools, calls and results. Converts only: nothing is looked up and nothing is run. */
export interface ProviderFormat<WireTools = unknown, WireResults = unknown> {
  readonly provider: string;
  toTools(tools: readonly Tool[], options?: FormatOptions): FormattedTools<WireTools>;
  /** The calls in a response, or in its JSON. Never throws: what cannot be read is a call with a `problem`. */
  fromResponse(response: unknown, names?: OutwardNames): readonly ToolCall[];
  /** `results[i]` belongs to `calls[i]`. Every call is answered, also one without a result. */
  toResults(calls: readonly ToolCall[], results: readonly ToolResult[], names?: OutwardNames): WireResults;
}

/** A call that a model asks for. */
export interface ToolCall {
  /** The provider's id; `call_0`, `call_1`… when it gives none, and then unique only within its response. */
  readonly id: string;
  readonly toolName: string;
  /** Parsed JSON, or the raw text when it was not JSON. `offerTools` also undoes what a format did to them. */
  readonly arguments: unknown;
  /** From `offerTools`: the version that was offered is the one that is called. */
  readonly options?: Pick<CallOptions, 'version'>;
  /** Why this call cannot be made; `executeAll` answers it with this and runs nothing. */
  readonly problem?: CallProblem;
  /** The provider gave no id, so it must not be told one. */
  readonly idIsMadeUp?: true;
}

export interface FormatOptions {
  /** Only these tools, in the order of the tools. @default all */
  readonly allowedTools?: readonly string[];
  /** The provider's strict mode, where it has one: arguments are then sure to fit the schema. @default false */
  readonly strict?: boolean;
  /** Sends the tools' examples to providers that take them (anthropic). @default false */
  readonly examples?: boolean;
}

export interface FormattedTools<WireTools> {
  /** What goes into the request. Never shares an object with the tool, so an SDK may change it. */
  readonly tools: WireTools;
  readonly changes: readonly FormatChange[];
  readonly names: OutwardNames;
}

/** The name a model sees → the name to call. */
export type OutwardNames = ReadonlyMap<string, string>;

/** Something that the provider does not take as the tool has it. */
export interface FormatChange {
  readonly tool: string;
  /** A JSON pointer into the parameters, or `name`. */
  readonly path: string;
  readonly change: ChangeWord;
  readonly detail: string;
  /** The model knows less than the tool says. Arguments are checked against the tool's own schema all the same. */
  readonly lossy: boolean;
}

export type ChangeWord =
  | 'renamed'
  | 'renamed_parameter'
  | 'inlined_ref'
  | 'cut_ref'
  | 'dropped_keyword'
  | 'dropped_property'
  | 'dropped_output_schema'
  | 'any_of_null_to_nullable'
  | 'one_of_to_any_of'
  | 'type_list_to_any_of'
  | 'const_to_enum'
  | 'merged_all_of'
  | 'spread_any_of'
  | 'folded_union'
  | 'any_value_spelled_out'
  | 'closed_object'
  | 'optional_to_nullable'
  | 'not_strict';
