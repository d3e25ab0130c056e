import type { JsonValue } from '../schema/json-schema.ts';
import type { Variables } from '../tool/variables.ts';
import type { GraphNode } from './graph.ts';
import type { NodeRecord } from './node-record.ts';
import type { NodeState, PlanFailure, SkipReason } from './snapshot.ts';

/** One call, whatever has become of it: that of a node, or of an item. */
export class Unit {
  state: NodeState = 'waiting';
  attempts = 0;
  tries = 0;
  output: JsonValue | undefined = undefined;
  failure: PlanFailure | undefined = undefined;
  replaced = false;
  interrupted = false;
  /** A person has left it out. */
  isLeftOut = false;

  recall({ state, skipped, attempts, tries, output, failure, replaced, claimed }: NodeRecord): void {
    const wasUnderWay = state === 'running' || state === 'parked';
    this.interrupted = wasUnderWay && claimed !== true;
    this.isLeftOut = skipped === 'decision';
    // What is left open by a stop, and what only follows from others, is found out again.
    this.state = state === 'succeeded' || state === 'failed' ? state : 'waiting';
    if (state === 'outcome_unknown' || (wasUnderWay && claimed === true)) this.state = 'outcome_unknown';
    if (this.isLeftOut) this.state = 'skipped';
    this.attempts = attempts;
    this.tries = tries;
    this.output = output;
    this.failure = failure;
    this.replaced = replaced;
  }
}

/** A node and how far it has come. */
export class TrackedNode {
  readonly graph: GraphNode;
  readonly index: number;
  readonly own: Unit = new Unit();
  readonly queue: Queue = new Queue();
  waitsFor: number;
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
    const { state, attempts, tries, output, failure, replaced } = this.unit(item);
    return {
      node: this.graph.node.id,
      item,
      state,
      skipped: this.unit(item).isLeftOut ? 'decision' : item === undefined ? this.skipped : undefined,
      attempts,
      tries,
      output,
      failure,
      replaced,
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
