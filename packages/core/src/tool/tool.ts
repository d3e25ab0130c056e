import type { JsonSchemaObject, JsonValue } from '../schema/json-schema.ts';
import type { Effect } from './effect.ts';
import type { RestImplementation } from './rest.ts';
import type { Annotations, Approval, Permission, RiskSource } from './safety.ts';
import type { StandardSchema } from './standard-schema.ts';
import type { ToolContext } from './tool-context.ts';

/** Carries types alone; no tool has such a field. */
declare const types: unique symbol;

/**
 * A tool: a plain, frozen value. Made by `defineTool`, or by the registry from any of the accepted spellings. `Input` is what a
 * caller gives, `Output` what a successful call answers; both are `unknown` for a tool that is known by its name alone.
 */
export interface Tool<Input = unknown, Output = unknown> {
  readonly [types]?: { readonly input: Input; readonly output: Output };
  /** `name@version`, unique in a registry. */
  readonly id: string;
  readonly name: string;
  /** A semantic version; `1.0.0` when the definition names none. */
  readonly version: string;
  readonly type: ToolType;
  /** A name for people, as a client may show it beside or in place of the name. */
  readonly title: string | undefined;
  readonly description: string;
  /** One line for lists and search results; the first sentence of the description unless given. */
  readonly shortDescription: string;
  readonly whenToUse: string | undefined;
  readonly category: string;
  readonly tier: Tier;
  readonly tags: readonly string[];
  readonly aliases: readonly string[];
  /** Kept out of the first payload for a model; still found by search and still callable. */
  readonly deferLoading: boolean;
  /** What the caller is told when this version is used: what to use instead. */
  readonly deprecated: string | undefined;
  readonly parameters: JsonSchemaObject;
  readonly returns: JsonSchemaObject | undefined;
  readonly examples: readonly ToolExample[];
  readonly cautions: readonly string[];
  readonly annotations: Annotations;
  readonly permission: Permission;
  readonly approval: Approval;
  /** The safety facts that were derived because the definition does not declare them. */
  readonly derived: readonly string[];
  /** Milliseconds for one attempt, when this tool needs more or less than the default. */
  readonly timeout: number | undefined;
  /** The tool passes the call's idempotency key on, so that a repeated call acts once. */
  readonly takesIdempotencyKey: boolean;
  /** Where the definition came from, such as `builtin`, `application` or `toolcrib.json`. */
  readonly source: string;
  readonly effects: ((input: never) => readonly Effect[] | Promise<readonly Effect[]>) | undefined;
  /** Whether a call is judged by its effects alone. */
  readonly riskFrom: RiskSource | undefined;
  readonly preflight: ((input: never, caller: PreflightCaller) => void | Promise<void>) | undefined;
  readonly implementation: Implementation;
  /** SHA-256 of everything that the definition says, functions left aside; not among the enumerable fields. */
  readonly digest: string;
  /** The author's own schema when it is not JSON Schema: checks and transforms after `parameters` has accepted. */
  readonly refine: StandardSchema | undefined;
}

/** For whom a tool looks ahead. */
export interface PreflightCaller {
  readonly agent: string | undefined;
  /** Aborted when the call is. */
  readonly signal: AbortSignal | undefined;
}

export interface ToolExample {
  readonly description: string;
  readonly arguments: { readonly [name: string]: JsonValue };
  readonly output?: JsonValue;
}

/** How demanding a tool is. */
export const tiers = ['low', 'medium', 'high'] as const;
export type Tier = (typeof tiers)[number];

/** What runs a tool. `run` may answer at once or later. */
export type ToolFunction = (input: never, context: ToolContext) => unknown;

/**
 * How each kind of tool is implemented. A package that brings a kind of its own adds a member:
 *
 *     declare module '@toolcrib/core' { interface ImplementationKinds { graphql: { kind: 'graphql'; … } } }
 */
export interface ImplementationKinds {
  builtin: { readonly kind: 'builtin'; readonly handler: string; readonly run?: ToolFunction | undefined };
  native: { readonly kind: 'native'; readonly run: ToolFunction };
  rest: RestImplementation;
  mcp: McpImplementation;
  wasm: WasmImplementation;
  mock: { readonly kind: 'mock'; readonly response: JsonValue };
  internal: { readonly kind: 'internal'; readonly handler: string };
}

/** A tool of a server of the Model Context Protocol. */
export interface McpImplementation {
  readonly kind: 'mcp';
  readonly server: string;
  /** Its name there. */
  readonly tool: string;
  /** What the server says the tool does. It raises caution by itself, and lowers it when it is believed. */
  readonly claims?: ToolClaims | undefined;
  /** Whether a person believes what the server says in the tool's favour. @default false */
  readonly believed?: boolean | undefined;
}

/** The hints of the protocol; what the server leaves out is not there. */
export interface ToolClaims {
  readonly readOnly?: boolean;
  readonly destructive?: boolean;
  readonly idempotent?: boolean;
  readonly openWorld?: boolean;
}

/** A plugin in WebAssembly. */
export interface WasmImplementation {
  readonly kind: 'wasm';
  readonly plugin: string;
  /** SHA-256 of the module: any other is another tool. */
  readonly digest: string;
  /** What its descriptor asks for, besides being run. */
  readonly asks?: { readonly [name: string]: JsonValue } | undefined;
}

export type ToolType = keyof ImplementationKinds;
export type Implementation = ImplementationKinds[ToolType];

/** The kinds by the names that some code prefers: `type: ToolType.NATIVE`. */
export const ToolType: {
  readonly BUILTIN: 'builtin';
  readonly NATIVE: 'native';
  readonly REST: 'rest';
  readonly MCP: 'mcp';
  readonly WASM: 'wasm';
  readonly MOCK: 'mock';
  readonly INTERNAL: 'internal';
} = {
  BUILTIN: 'builtin',
  NATIVE: 'native',
  REST: 'rest',
  MCP: 'mcp',
  WASM: 'wasm',
  MOCK: 'mock',
  INTERNAL: 'internal',
};
