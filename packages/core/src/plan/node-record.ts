import type { JsonValue } from '../schema/json-schema.ts';
import type { DecidedNode, NodeState, PlanFailure, SkipReason } from './snapshot.ts';

/** What has become of a node, or of one item of it. Whoever keeps these can go on from them. */
export interface NodeRecord {
  readonly node: string;
  readonly item: number | undefined;
  readonly state: NodeState;
  readonly skipped: SkipReason | undefined;
  /** Calls that were begun. */
  readonly attempts: number;
  /** Those of them that count for `retry`: all since the plan was begun or resumed. */
  readonly tries: number;
  readonly output: JsonValue | undefined;
  readonly failure: PlanFailure | undefined;
  readonly replaced: boolean;
  /** The last attempt may not be repeated and was claimed: it may have run. @default false */
  readonly claimed?: boolean | undefined;
  /** What a person decided when its outcome was unknown. */
  readonly decided?: DecidedNode | undefined;
  /** Of a fan-out as a whole, how many there are. */
  readonly items: number | undefined;
}

/** Where the record of a node or an item is found. */
export function keyOf({ node, item }: { readonly node: string; readonly item: number | undefined }): string {
  return item === undefined ? node : `${node}:${item}`;
}
