import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ToolService } from '@toolcrib/core';
import {
  checkPlan,
  createNodeRunner,
  LocalEngine,
  MemoryPlans,
  planProblemText,
  planStates,
  toWirePlanResult,
  type Plan,
} from '@toolcrib/core/plan';
import fc from 'fast-check';
import { parse, stringify } from 'yaml';
import { readPlanFile } from '../../packages/toolcrib/src/cli/plans/plan-file.ts';
import { faultsOf, tooFew, type Fuzzer } from './fuzzer.ts';
import { damaged, mutated, seldomDamage } from './mutations.ts';

const samples = ['audit', 'orders', 'release'].map(
  (name) =>
    parse(readFileSync(join(import.meta.dirname, `../../examples/plans/${name}.yaml`), 'utf8')) as unknown,
);
const sums = {
  name: 'sums',
  input: { numbers: [1, 2, 3], limit: 5 },
  concurrency: 2,
  timeout: 500,
  on_failure: { retry: 1, delay: 1, backoff: 1, otherwise: 'skip' },
  output: { last: '{{nodes.last.output}}', all: '{{nodes.each.output}}' },
  nodes: [
    {
      id: 'each',
      tool: 'calculator',
      for_each: '{{input.numbers}}',
      when: { left: '{{item}}', less: '{{input.limit}}' },
      arguments: { expression: '{{item}} * 2' },
    },
    { id: 'flaky', tool: 'flaky', on_failure: { continue_with: 0 } },
    {
      id: 'last',
      tool: 'array',
      after: ['flaky'],
      arguments: { operation: 'flatten', items: '{{nodes.each.output}}' },
    },
  ],
};

/** Milliseconds after which a plan that waits, for a retry or a deadline that was drawn large, is ended. */
const patience = 200;

export const plans: Fuzzer = {
  name: 'plans',
  about: 'mutated plan files: read, checked and run to an end, or refused with a code',
  go: 300,
  few: 300,
  async open() {
    const folder = mkdtempSync(join(tmpdir(), 'toolcrib-fuzz-'));
    const service = serviceWithTools();
    const form = fc.constantFrom('plan.yaml', 'plan.json');
    const written = mutated(fc.constantFrom<unknown>(sums, ...samples), { least: 0 });
    let ran = 0;
    const property = fc.asyncProperty(form, written, seldomDamage, async (name, value, harm) => {
      const text = name.endsWith('.json') ? JSON.stringify(value, null, 2) : stringify(value);
      const file = join(folder, name);
      writeFileSync(file, damaged(text, harm));
      const read = await readPlanFile(file, 'en').catch(coded);
      if (read === undefined) return;
      for (const problem of read.problems) {
        assert.match(planProblemText(problem.code, problem.facts, 'zh-CN'), /\S/u);
        assert.ok(read.locate(problem).line > 0, 'no line');
      }
      if (read.plan === undefined) return assert.notEqual(read.problems.length, 0);
      for (const { code } of await checkPlan(read.plan, { service })) assert.match(code, /^[a-z_]+$/u);
      await runToEnd(read.plan, service);
      ran++;
    });
    return {
      async run(seed, count) {
        ran = 0;
        const faults = await faultsOf(property, { seed, count });
        return [...faults, ...tooFew('plans run', ran, count / 10)];
      },
      close: async () => rmSync(folder, { recursive: true }),
    };
  },
};

/** The tools of the samples, without a machine behind them. */
function serviceWithTools(): ToolService {
  const service = new ToolService();
  const answers: { readonly [name: string]: () => unknown } = {
    Glob: () => ({ files: ['a/version.txt', 'b/version.txt'], total: 2 }),
    Grep: () => ({ matches: [] }),
    Read: () => ({ content: 'text' }),
    Write: () => ({ bytes: 4 }),
    list_customers: () => ({ customers: [{ id: 1 }, { id: 2 }] }),
    list_orders: () => ({ orders: [7] }),
    exchange_rate: () => ({ rate: 1.1 }),
    flaky: () => {
      throw new Error('as it does');
    },
  };
  for (const [name, run] of Object.entries(answers))
    service.registerTool({ name, description: `${name}.`, parameters: { type: 'object' }, run });
  return service;
}

async function runToEnd(plan: Plan, service: ToolService): Promise<void> {
  const engine = new LocalEngine(createNodeRunner(service), { store: new MemoryPlans() });
  const submitted = await engine.submit(plan).catch(coded);
  if (submitted === undefined) return;
  const { planId } = submitted;
  const timer = setTimeout(() => void engine.cancel(planId), patience);
  const result = await engine.result(planId, { signal: AbortSignal.timeout(20_000) });
  clearTimeout(timer);
  assert.ok(planStates.includes(result.state), result.state);
  JSON.stringify(toWirePlanResult(result));
  await engine.close();
}

/** What is thrown has a code. */
function coded(error: unknown): undefined {
  const { code, problem } = error as { readonly code?: string; readonly problem?: { readonly code: string } };
  if (!/^[a-z_]+$/u.test(code ?? problem?.code ?? '-')) throw error;
}
