import { Planner, type PlanGap } from '@toolcrib/core/planner';
import { parsePlan } from '@toolcrib/core/plan';
import { expect, test } from 'vitest';
import { tasks, unseen, type PlanTask } from './tasks.ts';
import { discoveryForPlans } from './tools.ts';

function toName({ code, facts }: PlanGap): string {
  switch (code) {
    case 'argument':
      return `${facts.node}.${facts.parameter}`;
    case 'no_tool':
      return facts.step;
    case 'condition':
      return `${facts.node}: ${facts.condition}`;
    case 'unused':
      return `${facts.node} ${facts.words.join(' ')}`;
  }
}

async function isPlannedAsWanted({ task, nodes, missing = [] }: PlanTask): Promise<boolean> {
  const planner = new Planner(await discoveryForPlans());
  const planned = await planner.plan(task, { agent: 'user' });
  if (planned.plan !== undefined) expect(parsePlan(planned.plan).problems).toEqual([]);
  try {
    expect([planned.plan?.nodes, planned.missing.map(toName)]).toEqual([nodes, missing]);
    return true;
  } catch {
    return false;
  }
}

test.each(tasks)('the graph of: $task', async (task) => {
  const planner = new Planner(await discoveryForPlans());
  const { plan, missing, by } = await planner.plan(task.task, { agent: 'user' });
  expect([plan?.nodes, missing.map(toName), by]).toEqual([task.nodes, task.missing ?? [], { by: 'rules' }]);
});

test('of tasks that the rules were not made by, most become exactly the graph that was wanted', async () => {
  const found = await Promise.all(unseen.map((task) => isPlannedAsWanted(task)));
  expect(found.filter((good) => good).length).toBeGreaterThanOrEqual(14);
});
