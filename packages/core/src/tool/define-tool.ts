import type { FromSchema, GivenFor } from '../schema/infer.ts';
import type { JsonSchemaObject } from '../schema/json-schema.ts';
import type { Effect } from './effect.ts';
import { parseTool } from './parse-tool.ts';
import type { RestImplementation, RestImplementationInput } from './rest.ts';
import type { Annotations, Approval, Permission, RiskSource } from './safety.ts';
import type { StandardSchema } from './standard-schema.ts';
import type { PreflightCaller, ImplementationKinds, Tier, Tool, ToolExample } from './tool.ts';
import type { ToolContext } from './tool-context.ts';

/** A JSON Schema whose root is an object, or a schema of any library that speaks Standard Schema. */
export type ParametersInput = JsonSchemaObject | StandardSchema;

/** What `run` receives: inferred from the literal schema, or from the schema library. */
export type InputOf<P> = P extends StandardSchema<unknown, infer Output> ? Output : FromSchema<P>;

/** What a caller gives: what has a default may be left out. */
export type GivenOf<P> = P extends StandardSchema<infer Given, unknown> ? Given : GivenFor<P>;

interface ToolMetadataInput {
  readonly name: string;
  readonly description: string;
  /** @default '1.0.0' */
  readonly version?: string;
  /** A name for people. @default none */
  readonly title?: string;
  /** One line for lists and search results. @default the first sentence of the description */
  readonly shortDescription?: string;
  /** When to use it rather than another. */
  readonly whenToUse?: string;
  /** @default 'general' */
  readonly category?: string;
  /** @default 'medium' */
  readonly tier?: Tier;
  /** @default none */
  readonly tags?: readonly string[];
  /** More names to be found by. @default none */
  readonly aliases?: readonly string[];
  /** Kept out of the first payload for a model; still found and callable. @default false */
  readonly deferLoading?: boolean;
  /** What to use instead; said in every result of this version. */
  readonly deprecated?: string;
  /** What it gives back. */
  readonly returns?: JsonSchemaObject;
  readonly examples?: readonly ToolExample[];
  /** Limits and dangers, for people and models. @default none */
  readonly cautions?: readonly string[];
  /** What is not said is derived from category and name. */
  readonly annotations?: Partial<Annotations>;
  /** @default derived from the annotations */
  readonly permission?: Permission;
  /** @default derived from the annotations */
  readonly approval?: Approval;
  /** Milliseconds for one attempt. @default the service's */
  readonly timeout?: number;
  /** The tool passes the call's idempotency key on, so that a repeated call acts once. @default false */
  readonly takesIdempotencyKey?: boolean;
  /** Where the definition comes from. @default 'application' */
  readonly source?: string;
}

type Runs<P, Output> = {
  readonly type?: 'native' | 'builtin';
  readonly run: (input: InputOf<P>, context: ToolContext) => Output | Promise<Output>;
  readonly implementation?: never;
};

type Implements = {
  readonly type?: never;
  readonly run?: never;
  readonly implementation: ImplementationInput;
};

export type ImplementationInput =
  | Exclude<ImplementationKinds[keyof ImplementationKinds], RestImplementation>
  | RestImplementationInput;

export type ToolDefinition<
  P extends ParametersInput = JsonSchemaObject,
  Output = unknown,
> = ToolMetadataInput & {
  readonly parameters: P;
  /** What a call will touch, as a pure function of its arguments. */
  readonly effects?: (input: InputOf<P>) => readonly Effect[] | Promise<readonly Effect[]>;
  /**
   * Where the risk of a call comes from. `effects`: from what this call touches, all of which `effects` tells; the annotations then
   * speak of the worst that any call can do. @default 'annotations', which effects can raise
   */
  readonly riskFrom?: RiskSource;
  /**
   * Looks whether a call can work as things are, before a person is asked about it: throws what `run` would throw. Changes
   * nothing.
   */
  readonly preflight?: (input: InputOf<P>, caller: PreflightCaller) => void | Promise<void>;
} & (Runs<P, Output> | Implements);

/**
 * Makes a tool from a function and one schema. The types of `run` and `effects` follow from the schema, and `execute` takes
 * and gives what the tool does: `add` below is a `Tool<{ a: number; b: number }, number>`.
 *
 *     const add = defineTool({
 *       name: 'add',
 *       description: 'Add two numbers.',
 *       parameters: { type: 'object', properties: { a: { type: 'number' }, b: { type: 'number' } }, required: ['a', 'b'] },
 *       run: ({ a, b }) => a + b,
 *     });
 *
 * Throws a `DefinitionError` that names every problem when the definition is not valid.
 */
export function defineTool<const P extends ParametersInput, Output>(
  definition: ToolDefinition<P, Output>,
): Tool<GivenOf<P>, Output> {
  return parseTool(definition) as Tool<GivenOf<P>, Output>;
}
