import type { NodeState, PlanEvent, PlanFailure, PlanSnapshot } from '@toolcrib/core/plan';

/** A node as it is shown while its plan runs. */
export interface NodeProgress {
  readonly id: string;
  readonly tool: string;
  state: NodeState;
  startedAt: number | undefined;
  endedAt: number | undefined;
  failure: PlanFailure | undefined;
  /** Of a fan-out, how many items have ended, and how many there are once that is known. */
  done: number;
  total: number | undefined;
}

const ends: ReadonlySet<NodeState> = new Set(['succeeded', 'failed', 'skipped', 'cancelled']);

/** How far a plan has come, by its events. */
export class PlanProgress {
  readonly name: string;
  readonly planId: string;
  readonly startedAt: number;
  readonly nodes: ReadonlyMap<string, NodeProgress>;

  constructor({ name, planId, submittedAt, nodes }: PlanSnapshot) {
    this.name = name;
    this.planId = planId;
    this.startedAt = submittedAt;
    this.nodes = new Map(
      nodes.map(({ id, tool, state, startedAt, endedAt, failure, items }) => {
        const done = items === undefined ? 0 : items.succeeded + items.failed + items.skipped;
        return [id, { id, tool, state, startedAt, endedAt, failure, done, total: items?.total }];
      }),
    );
  }

  /** Takes an event in; gives the node that it changed as a whole. */
  take(event: PlanEvent): NodeProgress | undefined {
    const node = 'node' in event ? this.nodes.get(event.node) : undefined;
    if (node === undefined) return undefined;
    switch (event.type) {
      case 'node-start':
        node.state = 'running';
        node.startedAt ??= event.time;
        return undefined;
      case 'node-parked': {
        const isNews = node.state !== 'parked';
        node.state = 'parked';
        return isNews ? node : undefined;
      }
      case 'node-end':
        if (event.item !== undefined) {
          if (event.state !== 'outcome_unknown') node.done++;
          node.state = 'running';
          return undefined;
        }
        node.state = event.state;
        if (node.done > 0) node.total ??= node.done;
        node.endedAt = event.time;
        node.failure = event.failure;
        return node;
      default:
        return undefined;
    }
  }

  /** What only a snapshot knows: how many items there are. */
  learn({ nodes }: PlanSnapshot): void {
    for (const { id, items } of nodes) {
      const node = this.nodes.get(id);
      if (node !== undefined && items !== undefined) node.total = items.total;
    }
  }

  /** Whether a fan-out runs whose length nobody knows yet. */
  get wantsTotals(): boolean {
    return [...this.nodes.values()].some(({ done, total }) => done > 0 && total === undefined);
  }

  count(...states: readonly NodeState[]): number {
    return [...this.nodes.values()].filter(({ state }) => states.includes(state)).length;
  }

  get ended(): number {
    return [...this.nodes.values()].filter(({ state }) => ends.has(state)).length;
  }
}
