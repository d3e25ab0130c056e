import type { JsonValue } from '../schema/json-schema.ts';
import type { Variables } from '../tool/variables.ts';
import type { GraphNode } from './graph.ts';
import type { NodeRecord } from './node-record.ts';
import type { DecidedNode, NodeState, PlanFailure, SkipReason } from './snapshot.ts';

/** One call, whatever has become of it: that of a node, or of an item. */
export class Unit {
  state: NodeState = 'waiting';
  attempts = 0;
  tries = 0;
  output: JsonValue | undefined = undefined;
  failure: PlanFailure | undefined = undefined;
  replaced = false;
  interrupted = false;
  decided: DecidedNode | undefined = undefined;

  /** A person decided that the plan goes on without it. */
  get isLeftOut(): boolean {
    return this.state === 'skipped' && this.decided?.decision === 'skip';
  }

  recall(record: NodeRecord): void {
    const { state, attempts, tries, output, failure, replaced, claimed = false, decided } = record;
    const wasUnderWay = state === 'running' || state === 'parked';
    this.interrupted = wasUnderWay && !claimed;
    this.decided = decided;
    this.state = recalledState(record, wasUnderWay && claimed);
    this.attempts = attempts;
    this.tries = tries;
    this.output = output;
    this.failure = failure;
    this.replaced = replaced;
  }
}

function recalledState({ state, skipped }: NodeRecord, mayHaveRun: boolean): NodeState {
  if (mayHaveRun) return 'outcome_unknown';
  const isFinal = state === 'succeeded' || state === 'failed' || state === 'outcome_unknown';
  // What was left open by a stop, and what only follows from others, is worked out again.
  return isFinal || skipped === 'decision' ? state : 'waiting';
}

/** A node and how far it has come. */
export class TrackedNode {
  readonly graph: GraphNode;
  readonly index: number;
  readonly own: Unit = new Unit();
  readonly queue: Queue = new Queue();
  waitsFor: number;
  /** Whether it was looked at what had become of it before. */
  isRecalled = false;
  /** It has failed, or depends on something that has. */
  isFailing = false;
  /** It refers to the output of a node that was skipped. */
  lacksOutput = false;
  skipped: SkipReason | undefined = undefined;
  variables: Variables | undefined = undefined;
  list: readonly JsonValue[] = [];
  items: Unit[] | undefined = undefined;
  itemsLeft = 0;

  constructor(graph: GraphNode, index: number) {
    this.graph = graph;
    this.index = index;
    this.waitsFor = graph.dependsOn.length;
  }

  unit(item: number | undefined): Unit {
    return item === undefined ? this.own : (this.items?.[item] as Unit);
  }

  record(item: number | undefined): NodeRecord {
    const unit = this.unit(item);
    const { state, attempts, tries, output, failure, replaced, decided } = unit;
    return {
      node: this.graph.node.id,
      item,
      state,
      skipped: unit.isLeftOut ? 'decision' : item === undefined ? this.skipped : undefined,
      attempts,
      tries,
      output,
      failure,
      replaced,
      decided,
      items: item === undefined ? this.items?.length : undefined,
    };
  }
}

/** First in, first out, without moving the rest. */
class Queue {
  #items: (number | undefined)[] = [];
  #head = 0;

  get size(): number {
    return this.#items.length - this.#head;
  }

  push(item: number | undefined): void {
    this.#items.push(item);
  }

  shift(): number | undefined {
    const item = this.#items[this.#head++];
    if (this.#head === this.#items.length) {
      this.#items = [];
      this.#head = 0;
    }
    return item;
  }
}
