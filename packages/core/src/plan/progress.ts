import type { Locale } from '../messages/catalog.ts';
import type { MessageFacts } from '../messages/facts.ts';
import { text } from '../messages/text.ts';
import type { JsonValue } from '../schema/json-schema.ts';
import { receivedType } from '../schema/json-type.ts';
import type { Variables } from '../tool/variables.ts';
import { holds, valueOf } from './condition.ts';
import { graphOf, type PlanGraph } from './graph.ts';
import { heightsOf } from './heights.ts';
import { keyOf, type NodeRecord } from './node-record.ts';
import { planLimits, type Condition, type Plan, type PlanNode } from './plan.ts';
import { planOutput } from './plan-output.ts';
import { lengthOf, maxPlanLength, tooLarge } from './plan-size.ts';
import { ReadyQueue } from './ready-queue.ts';
import type { EndedPlanState, PlanFailure, SkipReason } from './snapshot.ts';
import { TrackedNode, Unit } from './tracked-node.ts';

/** One call that is to be made now. */
export interface NodeRun {
  readonly node: PlanNode;
  /** Of a fan-out. */
  readonly item: number | undefined;
  /** Counts from 1, over all tries of the plan. */
  readonly attempt: number;
  /** It was under way when its process ended: the same call is made again. */
  readonly interrupted: boolean;
}

export type RunOutcome =
  | { readonly ok: true; readonly output: JsonValue }
  | { readonly ok: false; readonly failure: PlanFailure; readonly retryable: boolean };

export interface PlanEnd {
  readonly state: EndedPlanState;
  readonly failure: PlanFailure | undefined;
}

/** A call that is made again after a while: `due` is called then. */
export interface Pause {
  readonly run: NodeRun;
  readonly milliseconds: number;
}

export interface ProgressOptions {
  readonly input: { readonly [name: string]: JsonValue };
  /** What is known from before: what has succeeded or failed counts, what was under way is made again. @default nothing */
  readonly past?: Iterable<NodeRecord>;
  /** @default 'en' */
  readonly locale?: Locale;
}

/**
 * How far a plan has come, and what is next. It only decides: no clock, no promise, no store. The same outcomes in the same
 * order lead to the same decisions, so that an engine may repeat them after a crash.
 *
 *     for (const run of progress.next()) start(run);
 *     progress.ended(run, outcome);
 */
export class Progress {
  readonly plan: Plan;
  readonly #graph: PlanGraph;
  readonly #input: Variables;
  readonly #locale: Locale;
  readonly #nodes: TrackedNode[];
  readonly #ready: ReadyQueue;
  readonly #past: ReadonlyMap<string, NodeRecord>;
  #changes: NodeRecord[] = [];
  /** Calls that run and are not parked. */
  #running = 0;
  #parked = 0;
  /** Calls that are made again after a while. */
  #pausing = 0;
  /** Calls that wait for a person's decision, because nobody knows whether they ran. */
  #undecided = 0;
  /** Characters of the outputs that are kept. */
  #kept = 0;
  #unsettled: number;
  #hasFailed = false;
  #stop: PlanEnd | undefined = undefined;
  #end: PlanEnd | undefined = undefined;

  constructor(plan: Plan, { input, past = [], locale = 'en' }: ProgressOptions) {
    this.plan = plan;
    this.#graph = graphOf(plan);
    this.#input = input;
    this.#locale = locale;
    this.#nodes = this.#graph.nodes.map((graph, index) => new TrackedNode(graph, index));
    this.#unsettled = this.#nodes.length;
    this.#past = new Map(Array.from(past, (record) => [keyOf(record), record]));
    const heights = heightsOf(this.#graph);
    // The longest row of nodes that still wait decides how long a plan takes.
    this.#ready = new ReadyQueue((one, other) => {
      const byHeight = (heights[other] as number) - (heights[one] as number);
      return byHeight < 0 || (byHeight === 0 && one < other);
    });
    this.#settle(this.#nodes.filter(({ waitsFor }) => waitsFor === 0));
    this.#finish();
  }

  /** The calls that may be made now, at most so many; each is given once. */
  next(atMost: number = Infinity): NodeRun[] {
    const runs: NodeRun[] = [];
    const hasRoom = (): boolean => this.#running < this.plan.concurrency && runs.length < atMost;
    while (this.#stop === undefined && hasRoom()) {
      const index = this.#ready.first;
      if (index === undefined) break;
      const tracked = this.#nodes[index] as TrackedNode;
      const item = tracked.queue.shift();
      if (tracked.queue.size === 0) this.#ready.shift();
      runs.push(this.#begin(tracked, item));
    }
    return runs;
  }

  /** A person is asked about a call; until the answer, others may run in its place. */
  parked(run: NodeRun): void {
    const unit = this.#unitOf(run);
    if (unit.state !== 'running') return;
    this.#running--;
    this.#parked++;
    unit.state = 'parked';
    this.#changed(this.#trackedOf(run), run.item);
  }

  /** It goes on. */
  unparked(run: NodeRun): void {
    const unit = this.#unitOf(run);
    if (unit.state !== 'parked') return;
    this.#parked--;
    this.#running++;
    unit.state = 'running';
    this.#changed(this.#trackedOf(run), run.item);
  }

  /** A call has ended. What it gives back is to be made again after a while. */
  ended(run: NodeRun, outcome: RunOutcome): Pause | undefined {
    const tracked = this.#trackedOf(run);
    const unit = this.#unitOf(run);
    if (unit.state === 'parked') this.#parked--;
    else this.#running--;
    const judged = this.#judge(tracked, unit, run, outcome);
    if (judged === true) this.#settle(this.#release(tracked));
    this.#finish();
    return typeof judged === 'object' ? judged : undefined;
  }

  /** The time of a pause is over. */
  due({ node, item }: NodeRun): void {
    this.#pausing--;
    const tracked = this.#trackedOf({ node });
    if (this.#stop === undefined) this.#enqueue(tracked, [item]);
  }

  /** Nothing more is to start; what runs is to be ended by who runs it. */
  stop(end: PlanEnd): void {
    if (this.#end !== undefined) return;
    this.#stop ??= end;
    this.#finish();
  }

  /** Whether what runs is to be ended. */
  get stopping(): boolean {
    return this.#stop !== undefined;
  }

  /** How the plan ended; undefined while it has not. */
  get end(): PlanEnd | undefined {
    return this.#end;
  }

  /** What has changed since this was last asked, in the order in which it did. */
  changes(): readonly NodeRecord[] {
    const changes = this.#changes;
    this.#changes = [];
    return changes;
  }

  /** What the references in the arguments of a call stand for. */
  variables({ node, item }: Pick<NodeRun, 'node' | 'item'>): Variables {
    const tracked = this.#trackedOf({ node });
    return item === undefined ? this.#variablesOf(tracked) : this.#itemVariables(tracked, item);
  }

  /** The plan's result, from what there is; undefined when it is too large. */
  output(): JsonValue | undefined {
    const outputs = this.#nodes.map(({ own }) => (own.state === 'succeeded' ? own.output : undefined));
    return planOutput(this.plan, outputs, this.#input);
  }

  #begin(tracked: TrackedNode, item: number | undefined): NodeRun {
    const unit = tracked.unit(item);
    const { interrupted } = unit;
    if (!interrupted) {
      unit.attempts++;
      unit.tries++;
    }
    unit.interrupted = false;
    unit.state = 'running';
    this.#running++;
    this.#changed(tracked, item);
    return { node: tracked.graph.node, item, attempt: unit.attempts, interrupted };
  }

  /** True when the node has ended with that, a pause when the call is to be made again. */
  #judge(tracked: TrackedNode, unit: Unit, run: NodeRun, outcome: RunOutcome): Pause | boolean {
    const { onFailure } = tracked.graph.node;
    if (outcome.ok) return this.#give(tracked, unit, run.item, outcome.output);
    const { failure, retryable } = outcome;
    unit.failure = failure;
    if (this.#stop !== undefined) {
      unit.state = failure.code === 'cancelled' ? 'cancelled' : 'failed';
      this.#changed(tracked, run.item);
      return false;
    }
    if (failure.code === 'outcome_unknown') return this.#leaveOpen(tracked, run.item, failure);
    // The answer went with the process: a person is asked anew.
    const isAskedAnew = run.interrupted && failure.code === 'approval_used';
    if (isAskedAnew) unit.tries--;
    if (isAskedAnew || (retryable && unit.tries <= onFailure.retry)) {
      unit.state = 'waiting';
      this.#changed(tracked, run.item);
      this.#pausing++;
      return { run, milliseconds: isAskedAnew ? 0 : onFailure.delay * onFailure.backoff ** (unit.tries - 1) };
    }
    return this.#giveUp(tracked, unit, run.item, failure);
  }

  /** A call may have run in a process that was lost: does what the node says. True when the node has ended with that. */
  #leaveOpen(tracked: TrackedNode, item: number | undefined, known?: PlanFailure): boolean {
    const { onUnknown } = tracked.graph.node;
    const unit = tracked.unit(item);
    const failure = known ?? unit.failure ?? this.#unknown(tracked);
    switch (onUnknown) {
      case 'fail':
        return this.#giveUp(tracked, unit, item, failure);
      case 'skip':
        return this.#fail(tracked, unit, item, failure);
      case 'retry':
        unit.state = 'waiting';
        this.#enqueue(tracked, [item]);
        return false;
      case 'ask':
        unit.state = 'outcome_unknown';
        unit.failure = failure;
        this.#undecided++;
        this.#changed(tracked, item);
        return false;
    }
  }

  #unknown({ graph }: TrackedNode): PlanFailure {
    const message = text('outcome_unknown', { tool: graph.node.tool }, this.#locale);
    return { status: 'error', code: 'outcome_unknown', message, outcomeUnknown: true };
  }

  #giveUp(tracked: TrackedNode, unit: Unit, item: number | undefined, failure: PlanFailure): boolean {
    const { otherwise } = tracked.graph.node.onFailure;
    if (typeof otherwise !== 'object') return this.#fail(tracked, unit, item, failure);
    unit.failure = failure;
    unit.replaced = true;
    return this.#give(tracked, unit, item, otherwise.continueWith);
  }

  #fail(tracked: TrackedNode, unit: Unit, item: number | undefined, failure: PlanFailure): boolean {
    unit.failure = failure;
    unit.state = 'failed';
    this.#changed(tracked, item);
    return this.#drawFrom(tracked, item, failure);
  }

  /** A call has given its output, or what stands in its place. */
  #give(tracked: TrackedNode, unit: Unit, item: number | undefined, output: JsonValue): boolean {
    unit.state = 'succeeded';
    unit.output = output;
    this.#keep(output);
    this.#changed(tracked, item);
    return item === undefined || this.#endItem(tracked);
  }

  /** Without a bound, plans of few calls would fill the memory of a service. What has succeeded stays so, for it must not run again. */
  #keep(output: JsonValue): void {
    this.#kept += lengthOf(output);
    if (this.#kept > maxPlanLength)
      this.#stop ??= { state: 'failed', failure: tooLarge(this.plan, this.#locale) };
  }

  /** What follows from a failure, now or when it is remembered. */
  #drawFrom(tracked: TrackedNode, item: number | undefined, failure: PlanFailure | undefined): boolean {
    const { id } = tracked.graph.node;
    if (stopsFor(tracked.graph.node, failure)) {
      const where = { node: id, ...(item !== undefined && { item }) };
      this.#stop ??= { state: 'failed', failure: failure && { ...failure, ...where } };
      return false;
    }
    return item === undefined ? this.#endBadly(tracked) : this.#endItem(tracked);
  }

  #endBadly(tracked: TrackedNode): true {
    tracked.isFailing = true;
    this.#hasFailed = true;
    return true;
  }

  #endItem(tracked: TrackedNode): boolean {
    return --tracked.itemsLeft === 0 && this.#endItems(tracked);
  }

  #endItems(tracked: TrackedNode): true {
    const { items = [], own } = tracked;
    const item = items.findIndex(({ state }) => state === 'failed');
    const failure = items[item]?.failure;
    own.state = item < 0 ? 'succeeded' : 'failed';
    own.failure = failure && { ...failure, item };
    own.output = item < 0 ? items.map(({ output }) => output ?? null) : undefined;
    this.#changed(tracked, undefined);
    return item < 0 || this.#endBadly(tracked);
  }

  #release(tracked: TrackedNode): TrackedNode[] {
    this.#unsettled--;
    const free: TrackedNode[] = [];
    for (const { index, usesOutput } of tracked.graph.dependants) {
      const dependant = this.#nodes[index] as TrackedNode;
      if (tracked.isFailing) dependant.isFailing = true;
      else if (usesOutput && tracked.own.state !== 'succeeded') dependant.lacksOutput = true;
      if (--dependant.waitsFor === 0) free.push(dependant);
    }
    return free;
  }

  /** Decides about nodes that wait for nothing any more. A list instead of recursion: a chain may have ten thousand links. */
  #settle(free: TrackedNode[]): void {
    for (let at = 0; at < free.length; at++) {
      const tracked = free[at] as TrackedNode;
      this.#recall(tracked);
      if (this.#decide(tracked)) free.push(...this.#release(tracked));
    }
  }

  /** True when the node has ended with that. */
  #decide(tracked: TrackedNode): boolean {
    const { graph, own } = tracked;
    const { when, forEach } = graph.node;
    if (own.state === 'succeeded') return true;
    // Left out by a person: what depends on it is skipped, as after a failure.
    if (own.isLeftOut) return this.#endBadly(tracked);
    if (this.#stop !== undefined) return false;
    if (tracked.isFailing || tracked.lacksOutput) return this.#skip(tracked, 'dependency');
    if (own.state === 'failed' && forEach === undefined)
      return this.#drawFrom(tracked, undefined, own.failure);
    if (own.state === 'outcome_unknown' && forEach === undefined) return this.#leaveOpen(tracked, undefined);
    if (when !== undefined && !graph.asksPerItem && !holds(when, this.#variablesOf(tracked)))
      return this.#skip(tracked, 'condition');
    if (forEach !== undefined) return this.#expand(tracked, forEach);
    this.#enqueue(tracked, [undefined]);
    return false;
  }

  #skip(tracked: TrackedNode, reason: SkipReason): boolean {
    tracked.own.state = 'skipped';
    tracked.skipped = reason;
    if (this.#past.get(tracked.graph.node.id)?.state !== 'skipped') this.#changed(tracked, undefined);
    return true;
  }

  #expand(tracked: TrackedNode, forEach: JsonValue): boolean {
    const { node, asksPerItem } = tracked.graph;
    const list = valueOf(forEach, this.#variablesOf(tracked));
    if (!Array.isArray(list))
      return this.#cannotExpand(tracked, 'not_a_list', { node: node.id, received: receivedType(list) });
    const { length: count } = list;
    if (count > planLimits.items)
      return this.#cannotExpand(tracked, 'too_many_items', { node: node.id, count, limit: planLimits.items });
    tracked.list = list as readonly JsonValue[];
    tracked.items = tracked.list.map((_, item) => this.#recallItem(node.id, item));
    const open: number[] = [];
    const unknown: number[] = [];
    for (const [item, unit] of tracked.items.entries()) {
      if (unit.isLeftOut) this.#hasFailed = true;
      if (unit.state === 'succeeded' || unit.isLeftOut) continue;
      const isWanted = !asksPerItem || holds(node.when as Condition, this.#itemVariables(tracked, item));
      if (unit.state === 'outcome_unknown') unknown.push(item);
      else if (!isWanted) this.#skipItem(tracked, item, unit);
      else if (unit.state !== 'failed') open.push(item);
      else if (stopsFor(node, unit.failure)) this.#drawFrom(tracked, item, unit.failure);
    }
    tracked.itemsLeft = open.length + unknown.length;
    tracked.own.state = 'running';
    this.#changed(tracked, undefined);
    this.#enqueue(tracked, open);
    if (tracked.itemsLeft === 0) return this.#stop === undefined && this.#endItems(tracked);
    return unknown.map((item) => this.#leaveOpen(tracked, item)).includes(true);
  }

  #recall(tracked: TrackedNode): void {
    const past = this.#past.get(tracked.graph.node.id);
    if (past !== undefined) tracked.own.recall(past);
    if (past?.output !== undefined) this.#keep(past.output);
    tracked.isRecalled = true;
  }

  /** The items of a fan-out that was under way and has not been taken up again. */
  #leftItems(tracked: TrackedNode): Unit[] {
    const { node } = tracked.graph;
    const count = this.#past.get(node.id)?.items ?? 0;
    tracked.items = Array.from({ length: count }, (_, item) => this.#recallItem(node.id, item));
    for (const [item, { state }] of tracked.items.entries())
      if (state === 'outcome_unknown') this.#changed(tracked, item);
    return tracked.items;
  }

  #skipItem(tracked: TrackedNode, item: number, unit: Unit): void {
    unit.state = 'skipped';
    const past = this.#past.get(keyOf({ node: tracked.graph.node.id, item }));
    if (past?.state !== 'skipped') this.#changed(tracked, item);
  }

  #recallItem(node: string, item: number): Unit {
    const unit = new Unit();
    const past = this.#past.get(keyOf({ node, item }));
    if (past !== undefined) unit.recall(past);
    if (past?.output !== undefined) this.#keep(past.output);
    return unit;
  }

  #cannotExpand<Code extends 'not_a_list' | 'too_many_items'>(
    tracked: TrackedNode,
    code: Code,
    facts: MessageFacts[Code],
  ): boolean {
    const message = text(code, facts, this.#locale);
    return this.#giveUp(tracked, tracked.own, undefined, { status: 'error', code, message });
  }

  #enqueue(tracked: TrackedNode, units: readonly (number | undefined)[]): void {
    if (units.length === 0) return;
    if (tracked.queue.size === 0) this.#ready.push(tracked.index);
    for (const unit of units) tracked.queue.push(unit);
  }

  #finish(): void {
    if (this.#end !== undefined) return;
    if (this.#stop === undefined) {
      if (this.#unsettled > 0) {
        if (this.#isParked) this.#park();
        return;
      }
      this.#end = { state: this.#hasFailed ? 'incomplete' : 'succeeded', failure: undefined };
      return;
    }
    if (this.#running + this.#parked > 0) return;
    for (const tracked of this.#nodes) this.#cancelRest(tracked);
    this.#end = this.#stop;
  }

  /** Nothing goes on without a person's decision. */
  get #isParked(): boolean {
    const goesOn = this.#running + this.#parked + this.#pausing > 0 || this.#ready.first !== undefined;
    return this.#undecided > 0 && !goesOn;
  }

  /** The plan's failure is that of the first call that waits for a decision. */
  #park(): void {
    let failure: PlanFailure | undefined;
    for (const tracked of this.#nodes) {
      const { own, items = [] } = tracked;
      const item = items.findIndex(({ state }) => state === 'outcome_unknown');
      const open = items[item] ?? (own.state === 'outcome_unknown' ? own : undefined);
      if (open === undefined) continue;
      const where = { node: tracked.graph.node.id, ...(item >= 0 && { item }) };
      failure ??= open.failure && { ...open.failure, ...where };
      if (item < 0) continue;
      own.state = 'outcome_unknown';
      this.#changed(tracked, undefined);
    }
    this.#end = { state: 'parked', failure };
  }

  #cancelRest(tracked: TrackedNode): void {
    // The plan may have been stopped before anybody looked what had become of this node.
    if (!tracked.isRecalled) this.#recall(tracked);
    const { own, items = this.#leftItems(tracked) } = tracked;
    // A process that was lost may have left it as running.
    if (own.state === 'outcome_unknown') {
      own.failure ??= this.#unknown(tracked);
      this.#changed(tracked, undefined);
    }
    if (own.state !== 'waiting' && own.state !== 'running') return;
    for (const [item, unit] of items.entries()) {
      // Of those that never began nothing was told.
      if (unit.state !== 'waiting' || unit.attempts === 0) continue;
      unit.state = 'cancelled';
      this.#changed(tracked, item);
    }
    own.state = items.some(({ state }) => state === 'failed') ? 'failed' : 'cancelled';
    own.failure = items.find(({ state }) => state === 'failed')?.failure;
    this.#changed(tracked, undefined);
  }

  #changed(tracked: TrackedNode, item: number | undefined): void {
    this.#changes.push(tracked.record(item));
  }

  #trackedOf({ node }: Pick<NodeRun, 'node'>): TrackedNode {
    return this.#nodes[this.#graph.indexOf.get(node.id) as number] as TrackedNode;
  }

  #unitOf(run: NodeRun): Unit {
    return this.#trackedOf(run).unit(run.item);
  }

  #variablesOf(tracked: TrackedNode): Variables {
    if (tracked.variables !== undefined) return tracked.variables;
    const nodes: Record<string, unknown> = {};
    for (const { index, usesOutput } of tracked.graph.dependsOn) {
      const { graph, own } = this.#nodes[index] as TrackedNode;
      if (usesOutput && own.state === 'succeeded') nodes[graph.node.id] = { output: own.output };
    }
    return (tracked.variables = { nodes, input: this.#input });
  }

  #itemVariables(tracked: TrackedNode, item: number): Variables {
    return { ...this.#variablesOf(tracked), item: tracked.list[item], index: item };
  }
}

/** Whether the whole plan is stopped by such a failure of the node. */
function stopsFor({ onFailure, onUnknown }: PlanNode, failure: PlanFailure | undefined): boolean {
  const isSkipped = onUnknown === 'skip' && failure?.code === 'outcome_unknown';
  return onFailure.otherwise === 'stop' && !isSkipped;
}
