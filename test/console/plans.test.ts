import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible, useBrowser } from './browser.ts';
import { sampleProject } from './project.ts';
import { startService, type RunningService } from './service.ts';

const open = useBrowser();
let service: RunningService;

beforeAll(async () => {
  service = await startService(sampleProject());
}, 60_000);
afterAll(() => service.remove());

const hostile = '<img src=x onerror="document.title=1">\u202E';

/** Counts, asks a person, and tells; a branch that is not taken, and a name that somebody would rather not have. */
const plan = {
  name: 'release',
  description: `Ships what was counted. ${hostile}`,
  nodes: [
    { id: 'count', tool: 'calculator', arguments: { expression: '6 * 7' } },
    { id: 'ship', tool: 'deploy', arguments: { stage: 'staging' }, after: ['count'] },
    { id: 'tell', tool: 'string', arguments: { operation: 'upper', text: 'done' }, after: ['ship'] },
    {
      id: 'never',
      tool: 'calculator',
      arguments: { expression: '1' },
      when: { value: '{{nodes.count.output.number}}', equals: 0 },
    },
  ],
};

test('a plan is drawn as it runs, waits for a person, and its nodes tell what they gave', async () => {
  const { page, troubles } = await open(service.link);
  await page.goto(`${service.address}/#/plans`);
  await page.getByText('No plans yet.').waitFor();
  await service.client.ask('submit_plan', { plan, plan_id: 'release-1', task: hostile });
  const question = page.locator('dialog.question');
  await question.getByText('May deploy run?').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('list', { name: 'Plans' }).getByText('release').click();
  const graph = page.getByRole('group', { name: 'Graph' }).first();
  await graph.getByRole('link', { name: 'ship, deploy, a person is asked' }).waitFor();
  await graph.getByRole('link', { name: 'tell, string, waiting' }).waitFor();
  await graph.getByRole('link', { name: 'never, calculator, skipped' }).waitFor();
  await expectAccessible(page);
  await page.goto(`${service.address}/#/now`);
  await page.getByRole('button', { name: 'Look and answer' }).click();
  await question.getByRole('button', { name: 'Allow once' }).click();
  await page.goto(`${service.address}/#/plans/release-1`);
  await graph.getByRole('link', { name: 'tell, string, succeeded' }).waitFor();
  await page.getByRole('list', { name: 'Plans' }).getByText('succeeded').waitFor();
  await graph.getByRole('link', { name: 'count, calculator, succeeded' }).focus();
  await page.keyboard.press('Enter');
  const node = page.getByRole('region', { name: 'Node' });
  await node.getByText('"42"').waitFor();
  await expectAccessible(page);
  expect(troubles).toEqual([]);
});

test('a plan is cancelled, and resumed where it was', async () => {
  const { page } = await open(service.link);
  await page.locator('main h1').waitFor();
  await service.client.ask('submit_plan', { plan, plan_id: 'release-2' });
  const question = page.locator('dialog.question');
  await question.waitFor();
  await page.keyboard.press('Escape');
  await page.goto(`${service.address}/#/plans/release-2`);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Resume' }).click();
  await question.getByRole('button', { name: 'Allow once' }).click();
  const graph = page.getByRole('group', { name: 'Graph' }).first();
  await graph.getByRole('link', { name: 'tell, string, succeeded' }).waitFor();
  const { nodes } = await service.client.ask('get_plan', { plan_id: 'release-2' });
  expect(nodes.find(({ id }) => id === 'count')?.attempts).toBe(1);
});

test('a plan is made of words, checked, and begun', async () => {
  const { page } = await open(service.link);
  await page.goto(`${service.address}/#/plans`);
  const make = page.getByRole('region', { name: 'A plan' });
  await make.getByLabel('In words').fill('read the file notes.txt');
  await make.getByRole('button', { name: 'Make a plan of it' }).click();
  await make.getByRole('group', { name: 'Steps' }).getByText('Read', { exact: true }).waitFor();
  await make.getByRole('button', { name: 'Check' }).click();
  await make.getByRole('status').waitFor();
  await expectAccessible(page);
  await make.getByRole('button', { name: 'Run it' }).click();
  await page
    .getByRole('group', { name: 'Graph' })
    .first()
    .getByRole('link', { name: /Read, succeeded$/u })
    .waitFor();
  await page.goto(`${service.address}/#/plans`);
  await make.getByLabel('As JSON').fill('{"nodes": 7}');
  await make.getByRole('button', { name: 'Run it' }).click();
  await make.getByRole('alert').waitFor();
});

test('a plan of too many nodes for a picture is a table', async () => {
  const { page, troubles } = await open(service.link);
  const nodes = Array.from({ length: 300 }, (_, index) => ({
    id: `node_${index}`,
    tool: 'calculator',
    arguments: { expression: '1' },
  }));
  await service.client.ask('submit_plan', { plan: { name: 'wide', nodes }, plan_id: 'wide' });
  await page.goto(`${service.address}/#/plans/wide`);
  await page.getByText('300 nodes are too many to draw').waitFor();
  await page.getByRole('link', { name: 'node_299' }).waitFor();
  await service.client.ask('cancel_plan', { plan_id: 'wide' });
  expect(troubles).toEqual([]);
});
