import { setTimeout as wait } from 'node:timers/promises';
import { defineTool, ToolService, type JsonValue, type Tool } from '@toolcrib/core';
import {
  createNodeRunner,
  definePlan,
  type Decisions,
  type NodeRunner,
  type Plan,
  type PlanEngine,
} from '@toolcrib/core/plan';

/**
 * What the processes of kill tests run: `act` may be repeated and tells of each execution; `pay` posts to a receiver, takes no
 * key, and may not be repeated.
 */
export function createPayingRunner(url: string, told: Told): NodeRunner {
  const service = new ToolService({ builtins: false });
  service.registerTool(
    defineTool({
      name: 'act',
      description: 'Acts.',
      annotations: { idempotent: true, destructive: false },
      parameters: { type: 'object', properties: { value: {}, pause: { type: 'number' } } },
      timeout: 120_000,
      run: async ({ value, pause = 1 }, { givenId = '', idempotencyKey, signal }) => {
        told('begun', idempotencyKey, givenId);
        await wait(pause, undefined, { signal });
        return value ?? idempotencyKey;
      },
    }),
  );
  service.registerTool(payTool(url, told));
  return createNodeRunner(service);
}

type Told = (...words: readonly string[]) => void;

export function payTool(url: string, told: Told): Tool {
  return defineTool({
    name: 'pay',
    description: 'Pays.',
    approval: 'safe',
    annotations: { destructive: true },
    parameters: { type: 'object', properties: { key: { type: 'string' } }, required: ['key'] },
    timeout: 120_000,
    run: async ({ key }, { givenId = '', signal }) => {
      told('paying', key, givenId);
      const response = await fetch(`${url}/${key}`, { method: 'POST', signal: signal ?? null });
      return (await response.json()) as JsonValue;
    },
  });
}

/** A list, a fan-out of payments over it, a diamond and a row, with outputs that are large and small. */
export const payingPlan: Plan = definePlan({
  name: 'paying',
  concurrency: 6,
  nodes: [
    { id: 'list', tool: 'act', arguments: { value: ['a', 'b', 'c', 'd'] } },
    {
      id: 'each',
      tool: 'pay',
      for_each: '{{nodes.list.output}}',
      arguments: { key: '{{input.plan}}.{{item}}' },
    },
    { id: 'large', tool: 'act', after: ['list'], arguments: { value: 'x'.repeat(60_000), pause: 3 } },
    { id: 'left', tool: 'act', arguments: { value: '{{nodes.large.output}}', pause: 5 } },
    { id: 'right', tool: 'pay', after: ['large'], arguments: { key: '{{input.plan}}.right' } },
    { id: 'row', tool: 'act', after: ['left'], arguments: { value: '{{nodes.right.output}}', pause: 3 } },
    { id: 'last', tool: 'act', arguments: { value: ['{{nodes.row.output}}', '{{nodes.each.output}}'] } },
  ],
  output: '{{nodes.last.output}}',
});

/** The keys of a plan's payments, by the names of their nodes and items. */
const payments: { readonly [name: string]: string } = {
  'each:0': 'a',
  'each:1': 'b',
  'each:2': 'c',
  'each:3': 'd',
  right: 'right',
};

/** What the plan gives when every payment was made. */
export function expectedOutput(planId: string): string {
  const receipt = (key: string): object => ({ receipt: `${planId}.${key}` });
  return JSON.stringify([receipt('right'), ['a', 'b', 'c', 'd'].map(receipt)]);
}

export interface Looked {
  /** The calls that waited for a decision. */
  readonly unknown: readonly string[];
  /** Those of them that had arrived after all. */
  readonly arrived: readonly string[];
}

/** A person who looks at the other end: what has arrived is done, what has not is made again. */
export async function decideAsReceived(engine: PlanEngine, planId: string, url: string): Promise<Looked> {
  const unknown = (await engine.status(planId)).undecided.map(({ name }) => name);
  const decisions: Record<string, Decisions[string]> = {};
  const arrived: string[] = [];
  for (const name of unknown) {
    const key = `${planId}.${payments[name] ?? name}`;
    const { received } = (await (await fetch(`${url}/${key}`)).json()) as { readonly received: number };
    if (received > 0) arrived.push(name);
    decisions[name] = received > 0 ? { decision: 'done', output: { receipt: key } } : { decision: 'retry' };
  }
  await engine.resume(planId, { decisions, by: 'somebody' });
  return { unknown, arrived };
}
