import { Annotation, START, StateGraph } from '@langchain/langgraph';
import { PGraph } from 'p-graph';
import { ToolService } from '../../packages/core/dist/index.js';
import {
  createNodeRunner,
  definePlan,
  LocalEngine,
  type Plan,
  type PlanStore,
} from '../../packages/core/dist/plan/index.js';
import type { Shape } from './shapes.ts';

/** Runs a shape from its first call to its last. */
export type Run = () => Promise<void>;

/** What each call does, whoever makes it: a call of a service, or a wait. */
export type Work = 'call' | 'wait';

export const service = new ToolService();
service.registerTool({
  name: 'work',
  description: 'Works.',
  annotations: { readOnly: true },
  parameters: { type: 'object', properties: { ms: { type: 'number' } } },
  run: ({ ms = 0 }: { ms?: number }) => (ms === 0 ? 0 : new Promise((resolve) => setTimeout(resolve, ms, 0))),
});

const atOnce = 8;

async function work({ durations }: Shape, node: number, kind: Work): Promise<void> {
  await service.execute('work', { ms: kind === 'wait' ? (durations[node] ?? 0) : 0 });
}

/** The calls by themselves, one after the other: what everybody pays. */
export function callsAlone(shape: Shape): Run {
  return async () => {
    for (const node of shape.waitsFor.keys()) await work(shape, node, 'call');
  };
}

export function planOf({ waitsFor, durations }: Shape, kind: Work): Plan {
  return definePlan({
    name: 'bench',
    concurrency: atOnce,
    nodes: waitsFor.map((before, node) => ({
      id: `n${node}`,
      tool: 'work',
      arguments: { ms: kind === 'wait' ? durations[node] : 0 },
      after: before.map((other) => `n${other}`),
    })),
  });
}

export function toolcrib(shape: Shape, kind: Work, store?: PlanStore): Run {
  const engine = new LocalEngine(createNodeRunner(service), { store });
  const plan = planOf(shape, kind);
  return async () => {
    const { planId } = await engine.submit(plan);
    const { state } = await engine.result(planId);
    if (state !== 'succeeded') throw new Error(state);
  };
}

export function pGraph(shape: Shape, kind: Work): Run {
  const nodes = new Map(
    shape.waitsFor.map((_, node) => [`n${node}`, { run: () => work(shape, node, kind) }] as const),
  );
  const edges = shape.waitsFor.flatMap((before, node) =>
    before.map((other): [string, string] => [`n${other}`, `n${node}`]),
  );
  return () => new PGraph(nodes, edges).run({ concurrency: atOnce });
}

/** It goes in rounds: what became ready in one starts together in the next. */
export function langGraph(shape: Shape, kind: Work): Run {
  const state = Annotation.Root({
    done: Annotation<number>({ reducer: (one, other) => one + other, default: () => 0 }),
  });
  const graph = new StateGraph(state) as unknown as {
    addNode(id: string, run: () => Promise<{ done: number }>): void;
    addEdge(from: string | string[], to: string): void;
    compile(): { invoke(input: object, options: object): Promise<{ done: number }> };
  };
  for (const node of shape.waitsFor.keys())
    graph.addNode(`n${node}`, async () => {
      await work(shape, node, kind);
      return { done: 1 };
    });
  for (const [node, before] of shape.waitsFor.entries())
    graph.addEdge(before.length === 0 ? START : before.map((other) => `n${other}`), `n${node}`);
  const compiled = graph.compile();
  return async () => {
    const { done } = await compiled.invoke({}, { recursionLimit: 100_000, maxConcurrency: atOnce });
    if (done !== shape.waitsFor.length) throw new Error(`${done} calls`);
  };
}
