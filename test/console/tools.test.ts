import { afterAll, beforeAll, expect, test } from 'vitest';
import { mockTool } from '../project.ts';
import { useBrowser } from './browser.ts';
import { sampleProject } from './project.ts';
import { startService, type RunningService } from './service.ts';

const open = useBrowser();
let service: RunningService;

beforeAll(async () => {
  const tools = Array.from({ length: 10_000 }, (_, index) =>
    mockTool(`tool_${String(index).padStart(5, '0')}`, { category: index % 2 === 0 ? 'even' : 'odd' }),
  );
  service = await startService(sampleProject({ tools }));
}, 60_000);
afterAll(() => service.remove());

test('ten thousand tools scroll to the last, and only what is seen is on the page', async () => {
  const { page, troubles } = await open(service.link);
  await page.goto(`${service.address}/#/tools`);
  const rows = page.getByRole('list', { name: 'Tools' });
  await rows.getByRole('link', { name: /calculator/u }).waitFor();
  await page.locator('.rows').evaluate((frame) => (frame.scrollTop = frame.scrollHeight));
  await rows.getByText('tool_09999').first().waitFor();
  expect(await rows.getByRole('listitem').count()).toBeLessThan(60);
  await page.keyboard.press('k');
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Try it' }).waitFor();
  expect(troubles).toEqual([]);
});

test('a search shows the best first and why; filters narrow', async () => {
  const { page } = await open(service.link);
  await page.goto(`${service.address}/#/tools`);
  await page.getByLabel('Search').fill('evaluate an arithmetic expression');
  const first = page.getByRole('list', { name: 'Tools' }).getByRole('link').first();
  await first.getByText('calculator').waitFor();
  expect(await first.textContent()).toMatch(/\[.*expression.*\]/u);
  await page.getByText('More filters').click();
  await page.getByLabel('Kind').selectOption('mock');
  await page.getByRole('list', { name: 'Tools' }).getByText('calculator').waitFor({ state: 'detached' });
  await page.getByLabel('Kind').selectOption('builtin');
  await first.getByText('calculator').waitFor();
  await page.getByLabel('Permission').selectOption('admin');
  await first.waitFor({ state: 'detached' });
  await page.getByLabel('Permission').selectOption('');
  await page.getByLabel('Kind').selectOption('');
  await page.getByLabel('Search').fill('');
  await page.getByLabel('Category').fill('odd');
  await page.getByText('5,000 tools').waitFor();
  await page.getByLabel('Category').fill('');
  await page.getByLabel('Kind').selectOption('builtin');
  await page.getByText(/^\d{1,2} tools$/u).waitFor();
  await page.getByLabel('Permission').selectOption('admin');
  await page.getByText('No tool passes.').waitFor();
  await page.getByLabel('Permission').selectOption('read_only');
  await page.getByText(/^\d{1,2} tools$/u).waitFor();
  await page.getByLabel('Category').fill('nothing');
  await page.getByText('No tool passes.').waitFor();
});

test('a tool is explained and tried with a form made of its schema', async () => {
  const { page } = await open(service.link);
  await page.goto(`${service.address}/#/tools/calculator`);
  const form = page.getByRole('region', { name: 'Try it' });
  await form.getByLabel('expression').fill('6 * 7');
  await form.getByRole('button', { name: 'Explain first' }).click();
  await form.getByText('would run').waitFor();
  await form.getByRole('button', { name: 'Run' }).click();
  await form.locator('[data-status=success]').getByText('42').first().waitFor();
  await form.getByRole('button', { name: 'Yes' }).click();
  await page.getByText('Noted').waitFor();
  await form.getByLabel('expression').fill('6 *');
  await form.getByLabel('expression').press('Control+Enter');
  await form.locator('[data-status=error]').waitFor();
});

test('every kind of field gives the value that it says', async () => {
  const { page } = await open(service.link);
  await page.goto(`${service.address}/#/tools/deploy`);
  const form = page.getByRole('region', { name: 'Try it' });
  await form.getByLabel('stage').selectOption('production');
  await form.getByLabel('replicas').fill('3');
  await form.getByLabel('notes').fill('one\ntwo');
  await form.getByLabel('dry').selectOption('true');
  await form.getByLabel('extra').fill('{"a": [1]}');
  await form.getByRole('button', { name: 'Run' }).click();
  const question = page.locator('dialog.question');
  await question.waitFor();
  const { items } = await service.client.ask('list_approvals', {});
  expect(items[0]?.arguments).toEqual({
    stage: 'production',
    replicas: 3,
    notes: ['one', 'two'],
    options: { dry: true },
    extra: { a: [1] },
  });
  await question.getByRole('button', { name: 'Reject' }).click();
  await form.locator('[data-status=blocked]').waitFor();
  await form.getByRole('button', { name: 'Fill in the example' }).click();
  expect(await form.getByLabel('stage').inputValue()).toBe('0');
  await form.getByRole('button', { name: 'Write as JSON' }).click();
  expect(JSON.parse(await form.getByLabel('arguments').inputValue())).toEqual({ stage: 'staging' });
});

test('the formats of providers are there to copy', async () => {
  const { page } = await open(service.link);
  await page.goto(`${service.address}/#/tools/calculator`);
  await page.getByText('For providers of models').click();
  await page.getByRole('combobox', { name: 'Provider' }).selectOption('anthropic');
  await page.getByText('"input_schema"').waitFor();
});
