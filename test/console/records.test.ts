import { afterAll, beforeAll, expect, test } from 'vitest';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { eventually, expectAccessible, useBrowser } from './browser.ts';
import { createClient } from 'toolcrib/client';
import { sampleProject } from './project.ts';
import { startService, type RunningService } from './service.ts';

const open = useBrowser();
let service: RunningService;
const ids: string[] = [];

beforeAll(async () => {
  service = await startService(sampleProject());
  for (let start = 0; start < 300; start += 100) {
    const calls = Array.from({ length: 100 }, (_, index) => ({
      tool_name: 'calculator',
      arguments: { expression: `${start + index} * 2` },
    }));
    const { results } = await service.client.ask('execute_tools', { calls });
    ids.push(...results.map(({ call_id: id }) => id));
  }
  await service.client.ask('execute_tool', { tool_name: 'calculator', arguments: { expression: '1 +' } });
  await service.client.ask('execute_tool', { tool_name: 'Bash', arguments: { command: 'curl x' } });
}, 60_000);
afterAll(() => service.remove());

test('history is filtered, goes on as it is scrolled, and is exported', async () => {
  const { page, troubles } = await open(service.link);
  await page.goto(`${service.address}/#/history`);
  const list = page.getByRole('list', { name: 'History' });
  await list.getByText('no downloads').waitFor();
  await eventually(async () => {
    await page.locator('.rows').evaluate((frame) => (frame.scrollTop = frame.scrollHeight));
    return list.getByText('"0 * 2"').count();
  }).toBe(1);
  expect(await list.getByRole('listitem').count()).toBeLessThan(60);
  await page.getByLabel('Status').selectOption('blocked');
  await list.getByText('no downloads').waitFor();
  expect(await list.getByRole('listitem').count()).toBe(1);
  await page.getByLabel('Status').selectOption('');
  await page.getByLabel('Text').fill('299 * 2');
  await list.getByText('"299 * 2"').waitFor();
  await page.getByText('More filters').click();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const lines = readFileSync(await (await saved).path(), 'utf8')
    .trim()
    .split('\n');
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain('299 * 2');
  await page.getByLabel('Text').fill('nowhere to be found');
  await page.getByText('No recorded call passes.').waitFor();
  expect(troubles).toEqual([]);
});

test('two calls are compared, and one is made again', async () => {
  const { page } = await open(service.link);
  await page.goto(`${service.address}/#/history/${ids[10]}`);
  await page.getByRole('button', { name: 'Compare with' }).click();
  await page.getByText('Choose the call to compare with.').waitFor();
  await page.getByLabel('Text').fill('11 * 2');
  await page.getByRole('list', { name: 'History' }).getByRole('link').getByText('"11 * 2"').click();
  await page.getByText('-  "expression": "10 * 2"', { exact: true }).waitFor();
  await page.getByText('+  "expression": "11 * 2"', { exact: true }).waitFor();
  await page.goto(`${service.address}/#/history/${ids[10]}`);
  await page.getByRole('button', { name: 'Replay', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Make this call again?' });
  await dialog.getByText('user (admin)').first().waitFor();
  await dialog.getByRole('button', { name: 'Replay', exact: true }).click();
  await page.locator('[data-status=success]').getByText('"20"').waitFor();
  expect((await service.client.ask('list_history', { limit: 1 })).items[0]?.replay_of).toBe(ids[10]);
});

test('a call that was refused to an agent is made again only by who has seen whose it was and what would run', async () => {
  const { token } = await service.client.ask('create_token', {
    name: 'attacker',
    agent: 'reader',
    scopes: ['read', 'call'],
  });
  const attacker = createClient({ fetch, base: service.address, token });
  const own = { id: 'deploy-7', tool_name: 'calculator', arguments: { expression: '40 + 2' } };
  await service.client.ask('execute_tool', own);
  const evil = { tool_name: 'deploy', arguments: { stage: 'production' } };
  expect(await attacker.ask('execute_tool', { id: 'deploy-7', ...evil })).toMatchObject({
    status: 'blocked',
  });
  const runs = async (): Promise<number> =>
    (await service.client.ask('list_history', { tool: 'deploy', agent: 'user' })).items.length;

  const { page, troubles } = await open(service.link);
  await page.goto(`${service.address}/#/history/deploy-7`);
  const candidates = page.getByRole('region', { name: /Several calls were given this id/u });
  await candidates.getByText('calculator · user').waitFor();
  await expectAccessible(page);
  await candidates.getByRole('listitem').filter({ hasText: 'deploy · reader' }).getByRole('link').click();
  await page.getByRole('heading', { name: 'deploy' }).waitFor();
  const press = page.getByRole('button', { name: 'Replay', exact: true });
  const dialog = page.getByRole('dialog', { name: 'Make this call again?' });
  await press.click();
  await dialog.getByText('reader (read_only)').waitFor();
  await dialog.getByText('user (admin)').waitFor();
  await dialog.getByText('This call was refused to the agent that made it.').waitFor();
  await dialog.getByText('production').waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await press.click();
  await dialog.getByRole('button', { name: 'Do not replay' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(await runs()).toBe(0);
  await press.click();
  await dialog.getByRole('button', { name: 'Replay', exact: true }).click();
  // It is a call of the person now, and asked about like any other.
  await page
    .getByRole('dialog', { name: /deploy/u })
    .getByRole('button', { name: /Allow/u })
    .click();
  await page.locator('[data-status=success]').getByText('deploy').first().waitFor();
  await eventually(runs).toBe(1);
  expect(troubles).toEqual([]);
});

test('statistics have a picture and the same as a table', async () => {
  const { page } = await open(service.link);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(`${service.address}/#/statistics/calculator?period=hour`);
  await eventually(() => page.locator('figure canvas').count()).toBe(3);
  expect(asked.filter((path) => path.startsWith('/statistics')).toSorted()).toEqual([
    '/statistics',
    '/statistics/series',
  ]);
  const ended = page.locator('figure', { hasText: 'How calls ended' });
  await ended.getByText('As a table').click();
  const cells = await ended.locator('tbody tr td:nth-child(2)').allTextContents();
  const successes = cells.map(Number).reduce((sum, count) => sum + count, 0);
  expect(successes).toBeGreaterThanOrEqual(300);
  await page.getByRole('link', { name: 'calculator' }).first().waitFor();
  await page.getByLabel('Told apart').selectOption('agent');
  await page.getByRole('columnheader', { name: 'Agent' }).waitFor();
});

test('a task is decided in five steps, and what was found is handed to the form', async () => {
  const { page } = await open(service.link);
  await page.goto(`${service.address}/#/decide`);
  await page.getByLabel('Task').fill('read the file notes.txt');
  await page.getByLabel('Task').press('Enter');
  for (const step of ['1. What the task is about', '4. How they compare', '5. The choice and its arguments'])
    await page.getByRole('heading', { name: step }).waitFor();
  await page.getByRole('link', { name: 'Try it with these arguments' }).click();
  const form = page.getByRole('region', { name: 'Try it' });
  expect(await form.getByLabel('file_path').inputValue()).toBe('notes.txt');
});

test('a yes is given to an agent before it asks, for a tool or for one call of it, and taken back', async () => {
  const { page, troubles } = await open(service.link);
  await page.goto(`${service.address}/#/access`);
  const grants = page.getByRole('region', { name: 'Standing yeses' });
  const form = grants.getByRole('group', { name: 'Say yes before it is asked' });
  await form.getByLabel('Tool').fill('deploy');
  expect(await form.getByRole('button', { name: 'Grant' }).isDisabled()).toBe(true);
  await form.getByLabel('Agent').selectOption('user');
  await form.getByLabel('Only a call with exactly these arguments').check();
  await form.getByLabel('stage').selectOption('staging');
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Grant' }).click();
  const row = grants.getByRole('row', { name: 'deploy' });
  await row.waitFor();
  const explain = (stage: string) =>
    service.client.ask('explain_call', { tool_name: 'deploy', agent: 'user', arguments: { stage } });
  expect((await explain('staging')).outcome).toBe('run');
  expect((await explain('production')).outcome).toBe('ask');
  await row.getByRole('button', { name: 'Revoke' }).click();
  await row.waitFor({ state: 'detached' });
  expect((await explain('staging')).outcome).toBe('ask');
  expect(troubles).toEqual([]);
});

test('any call is explained for any agent, rules are shown, and tokens are made and ended', async () => {
  const { page } = await open(service.link);
  await page.goto(`${service.address}/#/access`);
  const explain = page.getByRole('region', { name: 'Explain a call' });
  await explain.getByLabel('Tool').fill('Bash');
  await explain.getByLabel('As agent').selectOption('coder');
  await explain.getByLabel('command').fill('curl http://x');
  await explain.getByRole('button', { name: 'Explain', exact: true }).click();
  await explain.getByText('would be blocked').waitFor();
  await page.getByRole('region', { name: 'Rules' }).getByText('no downloads').waitFor();
  const tokens = page.getByRole('region', { name: 'Tokens' });
  await tokens.getByLabel('Name').fill('for the robot');
  await tokens.getByLabel('For an agent').fill('coder');
  await tokens.getByRole('button', { name: 'Make a token' }).click();
  await tokens.getByText(/^tc_/u).waitFor();
  const row = tokens.getByRole('row', { name: 'for the robot' });
  await row.getByRole('button', { name: 'Revoke' }).click();
  await row.waitFor({ state: 'detached' });
});

test.skipIf(process.platform !== 'linux')(
  'on every screen it is told how many calls are not recorded, until they are',
  async () => {
    const own = await startService(sampleProject());
    const limit = (bytes: string): void =>
      void execFileSync('prlimit', ['--pid', String(own.pid()), `--fsize=${bytes}`]);
    try {
      const { page } = await open(own.link);
      await page.locator('main h1').waitFor();
      // As on a disk that is full.
      limit('0:unlimited');
      for (let call = 0; call < 7; call++)
        await own.client.ask('execute_tool', { tool_name: 'calculator', arguments: { expression: '1' } });
      const banner = page.getByText('Not recorded so far: 7.');
      await banner.waitFor();
      await page.goto(`${own.address}/#/history`);
      await banner.waitFor();
      await page.getByText('7 calls have no record here: 0 are lost, 7 wait').waitFor();
      await expectAccessible(page);
      limit('unlimited');
      await banner.waitFor({ state: 'detached' });
      await page.getByText('calls have no record here').waitFor({ state: 'detached' });
    } finally {
      await own.remove();
    }
  },
);
