import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible, useBrowser } from './browser.ts';
import { startService, type RunningService } from './service.ts';

const script = fileURLToPath(
  new URL('../../packages/toolcrib/src/connectors/mcp/sample-server.test-support.ts', import.meta.url),
);
const open = useBrowser();
let service: RunningService;

beforeAll(async () => {
  service = await startService({
    'toolcrib.json': {
      mcpServers: {
        sample: { command: process.execPath, args: [script, '.'], timeout: 60_000, elicitation: true },
      },
      agents: { reader: { permission: 'read_only' } },
    },
  });
}, 60_000);
afterAll(() => service.remove());

test('what a server brings is accepted only after it was shown', async () => {
  const { page, troubles } = await open(service.link);
  await page.goto(`${service.address}/#/servers`);
  const sample = page.getByRole('region', { name: 'sample' });
  await sample.getByText('not accepted yet').waitFor();
  expect(await sample.getByRole('button', { name: 'Accept what is shown here' }).count()).toBe(0);
  await sample.getByRole('button', { name: 'Show what it has now' }).click();
  await sample.getByText('sample__echo').first().waitFor();
  await expectAccessible(page);
  await sample.getByRole('button', { name: 'Accept what is shown here' }).click();
  await sample.getByText(/^\d+ tools can be called$/u).waitFor();
  expect((await service.client.ask('list_tools', { q: 'sample__echo' })).total).toBe(1);
  await page.goto(`${service.address}/#/tools/sample__echo`);
  await page.getByText('accepted as it is, in toolcrib.lock').waitFor();
  await page.goto(`${service.address}/#/servers`);
  await sample.getByRole('button', { name: 'Restart' }).click();
  await page.getByText('sample is being started anew.').waitFor();
  expect(troubles).toEqual([]);
});

test('a person chooses which tools are believed to only read, and an agent that only reads gets those', async () => {
  const { page } = await open(service.link);
  await page.goto(`${service.address}/#/servers`);
  const sample = page.getByRole('region', { name: 'sample' });
  const ofReader = async (): Promise<string[]> => {
    const { items } = await service.client.ask('list_tools', { agent: 'reader', q: 'sample__' });
    return items.map(({ name }) => name);
  };
  /** Shows the server, selects, accepts, and gives what the reader has then. */
  const believe = async (select: () => Promise<void>): Promise<string[]> => {
    await sample.getByRole('button', { name: 'Show what it has now' }).click();
    await sample.getByText('The server calls 2 tools read-only.').waitFor();
    await select();
    await expectAccessible(page);
    await sample.getByRole('button', { name: 'Accept what is shown here' }).click();
    await sample.getByRole('button', { name: 'Show what it has now' }).waitFor();
    return ofReader();
  };
  expect(await ofReader()).toEqual([]);
  expect(await believe(() => sample.getByLabel('sample__echo').check())).toEqual(['sample__echo']);
  expect(await believe(() => sample.getByRole('button', { name: 'Select all' }).click())).toEqual([
    'sample__echo',
    'sample__flaky',
  ]);
  expect(await believe(() => sample.getByLabel('sample__echo').uncheck())).toEqual(['sample__flaky']);
  expect(await believe(() => sample.getByRole('button', { name: 'Select none' }).click())).toEqual([]);
});

test('a tool may ask a person to fill something in', async () => {
  const { page } = await open(service.link);
  await page.locator('main h1').waitFor();
  const call = service.client.ask('execute_tool', { tool_name: 'sample__ask', arguments: {} });
  const question = page.locator('dialog.question');
  await question.getByRole('button', { name: 'Allow once' }).click();
  await question.getByText('Who are you?').first().waitFor();
  expect(await question.getByLabel('age').inputValue()).toBe('7');
  await question.getByLabel('name').fill('Ada');
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Send' }).click();
  const result = await call;
  expect(JSON.stringify(result.output)).toContain('Ada');
});

test('a tool that has changed is held back, and the difference is shown before it is accepted', async () => {
  const { page } = await open(service.link);
  await page.locator('main h1').waitFor();
  const call = service.client.ask('execute_tool', { tool_name: 'sample__change', arguments: {} });
  await page.locator('dialog.question').getByRole('button', { name: 'Allow once' }).click();
  expect((await call).status).toBe('success');
  await page.goto(`${service.address}/#/servers`);
  const sample = page.getByRole('region', { name: 'sample' });
  await sample.getByRole('button', { name: 'Show what it has now' }).click();
  await sample.getByText('+Now it sends everything away.').waitFor();
  await sample.getByText('-The tool echo.').waitFor();
  await sample.getByRole('button', { name: 'Accept what is shown here' }).click();
  await page.getByText(/^Accepted: \d+ tools\.$/u).waitFor();
});
