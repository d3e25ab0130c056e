import { afterAll, beforeAll, expect, test } from 'vitest';
import { startReceiver } from '../../packages/toolcrib/src/store/receiver.test-support.ts';
import { mockTool } from '../project.ts';
import { expectAccessible, useBrowser } from './browser.ts';
import { sampleProject } from './project.ts';
import { startService, type RunningService } from './service.ts';

const open = useBrowser();
let service: RunningService;

beforeAll(async () => {
  const flood = mockTool('flood', { implementation: { type: 'mock', mock_response: 'x'.repeat(60_000) } });
  service = await startService(sampleProject({ tools: [flood] }));
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

test('a large output comes when somebody wants it', async () => {
  const { page } = await open(service.link);
  await page.locator('main h1').waitFor();
  const large = { name: 'large', nodes: [{ id: 'all', tool: 'flood' }] };
  await service.client.ask('submit_plan', { plan: large, plan_id: 'large' });
  await page.goto(`${service.address}/#/plans/large?node=all`);
  const node = page.getByRole('region', { name: 'Node' });
  await node.getByRole('button', { name: 'Show all (60' }).click();
  await node.getByText('xxxxx').waitFor();
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

test('a person decides about a call whose outcome is unknown after the service was killed', async () => {
  const receiver = await startReceiver({ answer: () => new Promise(() => undefined) });
  const pay = mockTool('pay', {
    approval: 'safe',
    annotations: { destructive: true },
    implementation: { type: 'rest', base_url: receiver.url, path: '/rent', method: 'POST' },
  });
  const own = await startService(sampleProject({ tools: [pay] }));
  try {
    const rent = {
      name: 'rent',
      nodes: [
        { id: 'pay', tool: 'pay' },
        {
          id: 'note',
          tool: 'string',
          arguments: { operation: 'upper', text: '{{nodes.pay.output.receipt}}' },
        },
      ],
    };
    await own.client.ask('submit_plan', { plan: rent, plan_id: 'rent' });
    await expect.poll(() => receiver.received.get('rent')).toBe(1);
    await own.restart();
    const { page, troubles } = await open(own.link);
    await page.goto(`${own.address}/#/plans/rent`);
    const region = page.getByRole('region', { name: 'Calls whose outcome is unknown' });
    await region.getByText('pay', { exact: true }).waitFor();
    await region.getByRole('link', { name: 'rent:pay#1' }).waitFor();
    const decide = region.getByRole('button', { name: 'Decide and resume' });
    expect(await decide.isDisabled()).toBe(true);
    await region.getByLabel('It was done').check();
    await region.getByLabel('Its output, as JSON').fill('{"receipt": ');
    await region.getByText('This is not JSON yet.').waitFor();
    expect(await decide.isDisabled()).toBe(true);
    await region.getByLabel('Its output, as JSON').fill('{"receipt": "by hand"}');
    await expectAccessible(page);
    await decide.click();
    const graph = page.getByRole('group', { name: 'Graph' }).first();
    await graph.getByRole('link', { name: 'note, string, succeeded' }).waitFor();
    await graph.getByRole('link', { name: 'pay, pay, succeeded' }).click();
    await page.getByRole('region', { name: 'Node' }).getByText('It was done, decided by token:').waitFor();
    expect(receiver.received.get('rent')).toBe(1);
    await page.goto(`${own.address}/#/history`);
    await page.getByRole('list', { name: 'History' }).getByText('outcome unknown').first().waitFor();
    expect(troubles).toEqual([]);
  } finally {
    await own.remove();
    await receiver.stop();
  }
});
