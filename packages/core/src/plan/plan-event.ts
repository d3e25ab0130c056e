import type { JsonValue } from '../schema/json-schema.ts';
import type { EndedPlanState, NodeState, PlanFailure, SkipReason } from './snapshot.ts';

/** What happens to a plan, told to whoever watches. Numbers count up; progress has that of the event before it. */
export type PlanEvent = {
  readonly planId: string;
  readonly sequence: number;
  /** Milliseconds since 1970. */
  readonly time: number;
} & (
  | { readonly type: 'plan-start'; readonly name: string }
  | (OfNode & {
      readonly type: 'node-start' | 'node-parked';
      readonly callId: string;
      readonly attempt: number;
    })
  | (OfNode & { readonly type: 'node-progress'; readonly callId: string; readonly data: JsonValue })
  | (OfNode & NodeEnd)
  | { readonly type: 'plan-end'; readonly state: EndedPlanState; readonly failure: PlanFailure | undefined }
);

interface OfNode {
  readonly node: string;
  /** Of a fan-out; undefined for the node as a whole. */
  readonly item: number | undefined;
}

interface NodeEnd {
  readonly type: 'node-end';
  readonly state: Exclude<NodeState, 'waiting' | 'running' | 'parked'>;
  readonly skipped: SkipReason | undefined;
  readonly failure: PlanFailure | undefined;
}
