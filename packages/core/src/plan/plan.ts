import type { JsonValue } from '../schema/json-schema.ts';

/** A task in several calls, as data: what is called with what, and what waits for what. Made by `parsePlan`, and frozen. */
export interface Plan {
  readonly name: string;
  readonly description: string | undefined;
  /** What `{{input.x}}` stands for where the submission does not say. */
  readonly input: { readonly [name: string]: JsonValue };
  /** How many calls run at the same time. */
  readonly concurrency: number;
  /** Milliseconds for the whole plan, from its submission on. */
  readonly timeout: number | undefined;
  /** For nodes that do not say otherwise. */
  readonly onFailure: FailurePolicy;
  /** JSON with references: the plan's result. Without it, the outputs of the nodes that nothing waits for, by id. */
  readonly output: JsonValue | undefined;
  readonly nodes: readonly PlanNode[];
}

/** One call of a plan, or one for each item of a list. */
export interface PlanNode {
  readonly id: string;
  /** A name, an alias or an id. */
  readonly tool: string;
  readonly version: string | undefined;
  /** With references, which the corridor puts in. */
  readonly arguments: { readonly [name: string]: JsonValue };
  /** Nodes that must have ended before, whether or not their output is used. */
  readonly after: readonly string[];
  readonly when: Condition | undefined;
  /** A list, or a reference to one: the node is called once for each item. */
  readonly forEach: JsonValue | undefined;
  readonly onFailure: FailurePolicy;
  readonly onUnknown: UnknownPolicy;
  /** The call's own option: attempts inside of the execution. */
  readonly retries: number | undefined;
  /** The call's own option: milliseconds for one attempt. */
  readonly timeout: number | undefined;
}

/** What is done about a call that failed: made again as often as said, and then the rest. */
export interface FailurePolicy {
  /** Calls after the first. A call that was refused, or of which nobody knows whether it acted, is not made again. */
  readonly retry: number;
  /** Milliseconds before the first of them. */
  readonly delay: number;
  /** What each further delay is multiplied with. */
  readonly backoff: number;
  /** Stop the plan, skip what depends on the node, or go on with a value in place of its output. */
  readonly otherwise: 'stop' | 'skip' | { readonly continueWith: JsonValue };
}

/**
 * What is done when a call that may not be repeated was under way and its process was lost: a person decides, the call is made
 * again, the plan goes on without the node, or the node has failed and `on_failure` applies.
 */
export const unknownPolicies = ['ask', 'retry', 'skip', 'fail'] as const;
export type UnknownPolicy = (typeof unknownPolicies)[number];

/** What must hold for a node to be called. Every condition is true or false, whatever the values are. */
export type Condition =
  | { readonly kind: 'truthy'; readonly value: JsonValue }
  | { readonly kind: 'compare'; readonly value: JsonValue; readonly by: Comparison; readonly with: JsonValue }
  | { readonly kind: 'all' | 'any'; readonly of: readonly Condition[] }
  | { readonly kind: 'not'; readonly of: Condition };

/** `exists` and `empty` are held against true or false. */
export const comparisons = [
  'equals',
  'not_equals',
  'in',
  'greater_than',
  'less_than',
  'exists',
  'empty',
] as const;
export type Comparison = (typeof comparisons)[number];

/** More nodes, or items of one fan-out, than this are refused. */
export const planLimits = { nodes: 10_000, items: 10_000, concurrency: 1000 } as const;

export const planDefaults = { concurrency: 8, retry: 2, delay: 1000, backoff: 2 } as const;
