import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectAccessible, useBrowser } from './browser.ts';
import { sampleProject } from './project.ts';
import { startService, type RunningService } from './service.ts';

const open = useBrowser();
let service: RunningService;
let callId: string;

beforeAll(async () => {
  service = await startService(sampleProject());
  const made = await service.client.ask('execute_tool', {
    tool_name: 'calculator',
    arguments: { expression: '6 * 7' },
  });
  callId = made.call_id;
  await service.client.ask('execute_tool', { tool_name: 'calculator', arguments: { expression: '6 *' } });
}, 60_000);
afterAll(() => service.remove());

/** Every screen, and what must be on it before it is looked at. */
const screens: readonly (readonly [path: () => string, english: string, chinese: string])[] = [
  [() => '#/now', 'Calls as they happen', '实时调用'],
  [() => '#/tools/deploy', 'Production is watched by many.', 'Production is watched by many.'],
  [() => '#/tools?q=calculate', 'found, the best first', '最合适的在前'],
  [() => `#/history/${callId}`, 'The whole record', '完整记录'],
  [() => '#/statistics/calculator', 'What this suggests', '建议'],
  [() => '#/plans', 'No plans yet.', '还没有计划。'],
  [() => '#/decide?task=calculate', 'Nothing is called', '不会调用任何工具'],
  [() => '#/access', 'integration_linear', 'integration_linear'],
  [() => '#/servers', 'None yet.', '还没有。'],
];

describe.each([
  ['English', 'light', 'en-US', 1280],
  ['Chinese', 'dark', 'zh-CN', 1280],
  ['English', 'dark', 'en-GB', 360],
  ['Chinese', 'light', 'zh-CN', 360],
] as const)('in %s, %s', (_, colorScheme, locale, width) => {
  test(`every screen keeps nobody out and fits ${width} pixels`, async () => {
    const { page, troubles } = await open(service.link, {
      colorScheme,
      locale,
      viewport: { width, height: 780 },
    });
    await page.locator('main h1').waitFor();
    for (const [path, english, chinese] of screens) {
      await page.goto(`${service.address}/${path()}`);
      await page
        .getByText(locale === 'zh-CN' ? chinese : english)
        .first()
        .waitFor();
      await expectAccessible(page);
      const [content, window_] = await page.evaluate(() => [
        document.documentElement.scrollWidth,
        innerWidth,
      ]);
      expect([path(), content]).toEqual([path(), window_]);
    }
    expect(await page.locator('html').getAttribute('lang')).toBe(locale === 'zh-CN' ? 'zh-CN' : 'en');
    expect(troubles).toEqual([]);
  });
});

test('what is dangerous about the service is shown to its operator', async () => {
  const file = join(service.folder, 'toolcrib.json');
  chmodSync(file, 0o666);
  await service.restart();
  const { page } = await open(service.link);
  await page.getByText(`Other users can change ${file}`).waitFor();
  await expectAccessible(page);
  chmodSync(file, 0o600);
  await service.restart();
});

test('theme and language are switched and kept', async () => {
  const { page } = await open(service.link, { colorScheme: 'light' });
  const ground = (): Promise<string> =>
    page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const light = await ground();
  await page.getByLabel('Theme').selectOption('dark');
  expect(await ground()).not.toBe(light);
  await page.getByLabel('Language').selectOption('zh-CN');
  await page.getByRole('heading', { name: '当前', exact: true }).waitFor();
  await page.reload();
  await page.getByRole('heading', { name: '当前', exact: true }).waitFor();
  expect(await ground()).not.toBe(light);
});

test('the token leaves the address, stays in the tab, and without one the page says how to get one', async () => {
  const { page } = await open(service.link);
  await page.getByRole('heading', { name: 'Now', exact: true }).waitFor();
  expect(page.url()).toBe(`${service.address}/#/now`);
  await page.reload();
  await page.getByRole('heading', { name: 'Now', exact: true }).waitFor();
  const stranger = await open(service.address);
  await stranger.page.getByText('toolcrib token create').waitFor();
  await expectAccessible(stranger.page);
  await stranger.page.getByLabel('Token').fill('tc_wrong');
  await stranger.page.getByRole('button', { name: 'Open' }).click();
  await stranger.page.getByText('does not accept this token').waitFor();
  await stranger.page.getByLabel('Token').fill(service.link);
  await stranger.page.getByRole('button', { name: 'Open' }).click();
  await stranger.page.getByRole('heading', { name: 'Now', exact: true }).waitFor();
});

test('keys lead everywhere', async () => {
  const { page } = await open(service.link);
  await page.getByRole('heading', { name: 'Now', exact: true }).waitFor();
  for (const [key, heading] of [
    ['t', 'Tools'],
    ['h', 'History'],
    ['s', 'Statistics'],
    ['p', 'Plans'],
    ['d', 'Decide'],
    ['a', 'Access'],
    ['v', 'Servers and plugins'],
    ['n', 'Now'],
  ] as const) {
    await page.keyboard.press('g');
    await page.keyboard.press(key);
    await page.getByRole('heading', { name: heading, level: 1, exact: true }).waitFor();
  }
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keys' });
  await keys.waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await keys.waitFor({ state: 'detached' });
  await page.keyboard.press('g');
  await page.keyboard.press('h');
  await page.getByRole('list', { name: 'History' }).getByRole('link').first().waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('k');
  await page.keyboard.press('Enter');
  await page.getByText('The whole record').waitFor();
  await page.keyboard.press('Escape');
  await page.getByText('Choose a call').waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('42');
  expect(await page.getByLabel('Text').inputValue()).toBe('42');
  await page.waitForFunction(() => location.hash.includes('text=42'));
});
