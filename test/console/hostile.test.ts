import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mockTool } from '../project.ts';
import { useBrowser } from './browser.ts';
import { sampleProject } from './project.ts';
import { startService, type RunningService } from './service.ts';

const script = fileURLToPath(
  new URL('../../packages/toolcrib/src/connectors/mcp/sample-server.test-support.ts', import.meta.url),
);
const open = useBrowser();
let service: RunningService;
let callId: string;

/** Markup that would run, letters that turn the order around, and more than fits anywhere. */
const markup = '<img src=x onerror="document.title=\'owned\'"><script>document.title="owned"</script>';
const turned = 'safe\u202Egnp.exe\u2066\u200B';
const hostile = `${markup}${turned}`;
const huge = `${hostile}${'x'.repeat(200_000)}`;

beforeAll(async () => {
  const bad = mockTool('bad', {
    description: huge.slice(0, 20_000),
    short_description: hostile,
    when_to_use: hostile,
    category: 'odd<b>',
    tags: [hostile],
    approval: 'confirm',
    parameters: {
      type: 'object',
      properties: { [hostile]: { type: 'string', description: hostile, default: hostile, title: hostile } },
    },
    examples: [{ description: hostile, arguments: { [hostile]: hostile }, output: huge }],
    cautions: [hostile],
    deprecated: hostile,
    implementation: { type: 'mock', mock_response: { [hostile]: huge } },
  });
  const files = sampleProject({ tools: [bad, { name: hostile, parameters: hostile }] });
  const config = files['toolcrib.json'] as { rules: object[]; agents: { [id: string]: object } };
  Object.assign(config, {
    mcpServers: {
      odd: { command: process.execPath, args: [script, '.', 'hostile', hostile] },
      gone: { command: `/nowhere/${hostile}` },
    },
  });
  config.rules.push({ decision: 'deny', tool: 'nothing', arguments: { x: hostile }, reason: hostile });
  service = await startService(files);
  const call = service.client.ask('execute_tool', {
    tool_name: 'bad',
    task: hostile,
    arguments: { [hostile]: huge },
  });
  const answered = await firstQuestion();
  await service.client.ask('answer_approval', { ...answered, decision: 'allow_always' });
  const result = await call;
  expect(result.status).toBe('success');
  callId = result.call_id;
  await service.client.ask('execute_tool', { tool_name: hostile, arguments: {} });
  await service.client.ask('create_token', { name: hostile.slice(0, 100), scopes: ['read'] });
}, 60_000);
afterAll(() => service.remove());

async function firstQuestion(): Promise<{ readonly id: string; readonly shown_digest: string }> {
  for (;;) {
    const { items } = await service.client.ask('list_approvals', {});
    if (items[0] !== undefined) return { id: items[0].id, shown_digest: items[0].shown_digest };
  }
}

test('nothing that a tool says runs, asks anybody, or hides, on any screen', async () => {
  const { page, troubles } = await open(service.link);
  await page.locator('main h1').waitFor();
  const looks: readonly (readonly [path: string, text: string])[] = [
    ['#/now', 'of the configuration cannot be used'],
    ['#/tools/bad', 'onerror'],
    ['#/tools?q=bad', 'bad'],
    [`#/tools/${encodeURIComponent(hostile)}`, 'onerror'],
    [`#/history/${callId}`, 'The whole record'],
    [`#/history?text=${encodeURIComponent('<script>')}`, 'bad'],
    ['#/statistics/bad', 'How long they took'],
    [`#/statistics/${encodeURIComponent(hostile)}`, 'How long they took'],
    [`#/decide?task=${encodeURIComponent(hostile)}`, 'Nothing is called'],
    ['#/access', 'no downloads'],
    ['#/servers', 'not accepted yet'],
  ];
  for (const [path, text] of looks) {
    await page.goto(`${service.address}/${path}`);
    await page.getByText(text).first().waitFor();
    expect([path, await lookAt(page)]).toEqual([path, harmless]);
  }
  await page.goto(`${service.address}/#/decide?task=${encodeURIComponent(hostile)}`);
  await page.getByRole('button', { name: 'Decide' }).click();
  await page.getByText('The choice and its arguments').waitFor();
  expect(await page.title()).toBe('Decide · Toolcrib');
  expect(troubles).toEqual([]);
});

test('what a server says of itself is shown and accepted without harm', async () => {
  const { page, troubles } = await open(service.link);
  await page.goto(`${service.address}/#/servers`);
  const odd = page.getByRole('region', { name: 'odd' });
  await odd.getByRole('button', { name: 'Show what it has now' }).click();
  await odd.getByText('onerror').last().waitFor();
  await odd.getByRole('button', { name: 'Accept what is shown here' }).waitFor();
  expect(await lookAt(page)).toEqual(harmless);
  await odd.getByRole('button', { name: 'Accept what is shown here' }).click();
  await odd.getByText('1 tools can be called').click();
  expect(await lookAt(page)).toEqual(harmless);
  const gone = page.getByRole('region', { name: 'gone' });
  await gone.getByRole('button', { name: 'Show what it has now' }).click();
  await gone.getByRole('alert').waitFor();
  expect(await lookAt(page)).toEqual(harmless);
  expect(await page.title()).toBe('Servers · Toolcrib');
  // The server that is not there is a problem that the service tells by its status.
  expect(troubles.filter((trouble) => !trouble.includes('status of 5'))).toEqual([]);
});

/** What the page shows raw, what it has made of text, and how far it goes beyond the window. */
function lookAt(page: Page): Promise<typeof harmless> {
  return page.locator('#app').evaluate((element) => ({
    raw: /[\u202A-\u202E\u2066-\u2069\u200B]/u.test(
      [
        element.textContent,
        ...[...element.querySelectorAll('[aria-label]')].map((one) => one.ariaLabel),
      ].join(),
    ),
    made: element.querySelectorAll('img:not(.brand img), script, iframe, [onerror], [onclick]').length,
    wide: document.documentElement.scrollWidth - innerWidth,
  }));
}

const harmless = { raw: false, made: 0, wide: 0 };

test('a question shows what is hidden in it, however large it is', async () => {
  const { page, troubles } = await open(service.link);
  await page.locator('main h1').waitFor();
  const call = service.client.ask('execute_tool', {
    tool_name: 'deploy',
    arguments: { stage: 'staging', extra: { [hostile]: huge } },
  });
  const question = page.locator('dialog.question');
  await question.getByText('\\u{202e}').first().waitFor();
  // All of it is there at once: nobody decides about a part.
  expect(await question.getByRole('button', { name: /Show all/u }).count()).toBe(0);
  expect((await question.textContent())?.split('x'.repeat(200_000))).toHaveLength(2);
  expect(await question.evaluate((element) => element.querySelectorAll('img, script').length)).toBe(0);
  await question.getByLabel('A word for the model').fill(hostile);
  await question.getByRole('button', { name: 'Reject' }).click();
  expect(await call).toMatchObject({ status: 'blocked' });
  await page.waitForFunction(() => document.title === 'Now · Toolcrib');
  expect(troubles).toEqual([]);
});
