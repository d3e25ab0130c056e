import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { eventually, expectAccessible, useBrowser } from './browser.ts';
import { mockTool } from '../project.ts';
import { sampleProject } from './project.ts';
import { startService, type RunningService } from './service.ts';

const open = useBrowser();
let service: RunningService;

beforeAll(async () => {
  service = await startService(sampleProject({ tools: [mockTool('wipe', { destructive: true })] }));
}, 60_000);
afterAll(() => service.remove());
// What one test leaves open would come up in the next.
afterEach(async () => {
  const { items } = await service.client.ask('list_approvals', {});
  for (const { id, shown_digest } of items)
    await service.client
      .ask('answer_approval', { id, shown_digest, decision: 'reject_once' })
      .catch(() => undefined);
});

function deploy(stage = 'staging'): Promise<{ readonly status: string; readonly error?: string }> {
  return service.client.ask('execute_tool', { tool_name: 'deploy', arguments: { stage } });
}

/** Answers the newest request, by HTTP. */
async function reject(): Promise<void> {
  const { items } = await service.client.ask('list_approvals', {});
  for (const { id, shown_digest } of items.slice(0, 1))
    await service.client.ask('answer_approval', { id, shown_digest, decision: 'reject_once' });
}

const dialog = (page: Page) => page.locator('dialog.question');
const button = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true });

test('a call that needs a yes comes up wherever somebody is, and runs on it', async () => {
  const { page, troubles } = await open(service.link);
  await page.keyboard.press('g');
  await page.keyboard.press('t');
  await page.getByRole('heading', { name: 'Tools' }).waitFor();
  const call = deploy();
  await dialog(page).getByText('May deploy run?').waitFor();
  await dialog(page).getByText('staging').first().waitFor();
  await dialog(page).getByText('medium risk').waitFor();
  await expectAccessible(page);
  await button(page, 'Allow once').click();
  expect(await call).toMatchObject({ status: 'success', metadata: { approved_by: 'token:console' } });
  await dialog(page).waitFor({ state: 'detached' });
  expect(troubles).toEqual([]);
});

test('a dialog that has just come up takes no answer from what somebody was typing', async () => {
  const { page } = await open(service.link);
  await page.getByRole('heading', { name: 'Now', exact: true }).waitFor();
  await page.evaluate(() => {
    new MutationObserver((_, observer) => {
      const shown = document.querySelector<HTMLButtonElement>('dialog.question button.main');
      if (shown === null) return;
      observer.disconnect();
      document.documentElement.dataset['first'] = String(shown.disabled);
    }).observe(document.body, { childList: true, subtree: true });
  });
  const call = deploy();
  await dialog(page).waitFor();
  expect(await page.locator('html').getAttribute('data-first')).toBe('true');
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H2');
  await button(page, 'Reject').click();
  expect(await call).toMatchObject({ status: 'blocked', error_code: 'approval_refused' });
});

test('a high risk is said in a word and a colour, in both themes and at the width of a phone', async () => {
  const { page } = await open(service.link, { viewport: { width: 360, height: 780 } });
  await page.locator('main h1').waitFor();
  const call = service.client.ask('execute_tool', {
    tool_name: 'Bash',
    arguments: { command: 'rm -rf build' },
  });
  await dialog(page).getByText('high risk').first().waitFor();
  await dialog(page).getByText('always, for exactly these arguments and this agent').waitFor();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
  }
  expect(await dialog(page).evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
  await button(page, 'Reject').click();
  expect(await call).toMatchObject({ status: 'blocked' });
});

test('what is written for the model goes with a refusal, and every field of a diff is shown', async () => {
  const { page } = await open(service.link);
  await page.getByRole('heading', { name: 'Now', exact: true }).waitFor();
  const call = service.client.ask('execute_tool', {
    tool_name: 'Edit',
    arguments: { file_path: 'notes.txt', old_string: 'two', new_string: 'deux' },
  });
  await dialog(page).getByText('-two').waitFor();
  await dialog(page).getByText('+deux').waitFor();
  await dialog(page).getByLabel('A word for the model').fill('ask in English');
  await button(page, 'Reject').click();
  expect(await call).toMatchObject({
    status: 'blocked',
    error: expect.stringContaining('ask in English') as unknown,
  });
});

test('two tabs see the same question; one wins and the dialog of the other goes', async () => {
  const [one, other] = [await open(service.link), await open(service.link)];
  const call = deploy();
  await Promise.all([dialog(one.page).waitFor(), dialog(other.page).waitFor()]);
  // The slower one may find nothing to click any more.
  await Promise.allSettled(
    [one, other].map(({ page }) => button(page, 'Allow once').click({ timeout: 3000 })),
  );
  expect(await call).toMatchObject({ status: 'success' });
  await Promise.all([
    dialog(one.page).waitFor({ state: 'detached' }),
    dialog(other.page).waitFor({ state: 'detached' }),
  ]);
  expect([...one.troubles, ...other.troubles]).toEqual([]);
});

test('a question that is answered elsewhere goes, and says by whom', async () => {
  const { page } = await open(service.link);
  const call = deploy();
  await dialog(page).waitFor();
  await reject();
  await page.getByRole('status').getByText('deploy: rejected by token:console.').waitFor();
  await dialog(page).waitFor({ state: 'detached' });
  expect(await call).toMatchObject({ status: 'blocked' });
});

test('several questions queue; one put aside waits on the screen Now', async () => {
  const { page } = await open(service.link);
  const calls = [deploy('staging'), deploy('production')];
  await dialog(page).getByText('1 more', { exact: true }).waitFor();
  await page.locator('dialog.question:modal').waitFor();
  await page.keyboard.press('Escape');
  await dialog(page).getByText('1 more', { exact: true }).waitFor({ state: 'detached' });
  await page.locator('dialog.question:modal').waitFor();
  await page.keyboard.press('Escape');
  await dialog(page).waitFor({ state: 'detached' });
  const waiting = page.getByRole('region', { name: 'Waiting for an answer' }).getByRole('button');
  expect(await waiting.count()).toBe(2);
  for (let left = 2; left > 0; left--) {
    await waiting.first().click();
    await button(page, 'Allow once').click();
    await dialog(page).waitFor({ state: 'detached' });
  }
  expect(await Promise.all(calls)).toMatchObject([{ status: 'success' }, { status: 'success' }]);
});

test('keys and clicks that are meant for one request do not answer the next', async () => {
  const { page } = await open(service.link);
  const ended: string[] = [];
  const calls = ['staging', 'production'].map((stage) =>
    deploy(stage).then(({ status }) => void ended.push(`${stage} ${status}`)),
  );
  await dialog(page).getByText('1 more', { exact: true }).waitFor();
  await dialog(page).getByText('you can answer in a moment').waitFor();
  await page.keyboard.press('Control+Enter');
  await dialog(page).locator('button.main:enabled').waitFor();
  expect(ended).toEqual([]);
  // From here on no time passes on the page: the second click and the keys arrive while the next dialog is to be read.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 10_000);
  await button(page, 'Allow once').dblclick();
  await dialog(page).getByText('1 more', { exact: true }).waitFor({ state: 'detached' });
  for (let key = 0; key < 5; key++) await page.keyboard.press('Control+Enter');
  await eventually(async () => ended.length).toBe(1);
  const { items } = await service.client.ask('list_approvals', {});
  expect(items).toHaveLength(1);
  await reject();
  await Promise.all(calls);
  expect(ended.map((line) => line.split(' ')[1])).toEqual(['success', 'blocked']);
});

test('a request of high risk is allowed by its button alone', async () => {
  const { page } = await open(service.link);
  const call = service.client.ask('execute_tool', { tool_name: 'wipe', arguments: {} });
  await dialog(page).getByText('high risk').waitFor();
  await dialog(page).locator('button.main:enabled').waitFor();
  await page.keyboard.press('Control+Enter');
  expect((await service.client.ask('list_approvals', {})).items).toHaveLength(1);
  await button(page, 'Allow once').click();
  expect(await call).toMatchObject({ status: 'success' });
});

test('who may not allow a request is shown that it waits, and not asked', async () => {
  const approves = { agents: ['reader'] };
  const scopes = ['read', 'approve'] as const;
  const made = await service.client.ask('create_token', { name: 'bob', scopes: [...scopes], approves });
  const { page } = await open(`${service.address}/#token=${made.token}`);
  await page.getByText('Nothing waits').waitFor();
  const call = deploy();
  const waiting = page.getByRole('region', { name: 'Waiting for an answer' });
  await waiting.getByText('deploy').waitFor();
  expect((await dialog(page).count()) + (await waiting.getByRole('button').count())).toBe(0);
  await reject();
  await call;
});

test('Ctrl+Enter allows once', async () => {
  const { page } = await open(service.link);
  const call = deploy();
  await dialog(page).locator('button.main:enabled').waitFor();
  await page.keyboard.press('Control+Enter');
  expect(await call).toMatchObject({ status: 'success' });
});

test('who may only read is shown what waits, and is not asked', async () => {
  const { token } = await service.client.ask('create_token', { name: 'watcher', scopes: ['read'] });
  const { page } = await open(`${service.address}/#token=${token}`);
  await page.getByText('Nothing waits').waitFor();
  const call = deploy();
  const waiting = page.getByRole('region', { name: 'Waiting for an answer' });
  await waiting.getByText('deploy').waitFor();
  expect((await dialog(page).count()) + (await waiting.getByRole('button').count())).toBe(0);
  await reject();
  await call;
  const tokens = await service.client.ask('list_tokens', {});
  const { id = '' } = tokens.items.find(({ name }) => name === 'watcher') ?? {};
  await service.client.ask('revoke_token', { id });
  await page.goto(`${service.address}/#/history`);
  await page.getByText('does not accept this token').waitFor();
});

test('a yes for good makes a grant, which is shown and revoked', async () => {
  const { page } = await open(service.link);
  const call = deploy();
  await dialog(page).getByLabel('always, for this tool and this agent').check();
  await button(page, 'Allow').click();
  expect(await call).toMatchObject({ status: 'success' });
  expect(await deploy()).toMatchObject({ status: 'success' });
  await page.goto(`${service.address}/#/access`);
  const grants = page.getByRole('region', { name: 'Standing yeses' }).first();
  await grants.getByRole('button', { name: 'Revoke' }).click();
  await grants.getByText('None.').waitFor();
  expect((await service.client.ask('list_grants', {})).items).toEqual([]);
});

test('a page in the background gives its connection back, and its title still says what waits', async () => {
  const { page } = await open(service.link);
  await page.getByText('Nothing waits').waitFor();
  const listeners = async (): Promise<number> => (await service.client.ask('get_status', {})).listeners;
  await eventually(listeners).toBe(1);
  const hide = (hidden: boolean): Promise<void> =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'hidden', { value, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, hidden);
  await page.clock.install();
  await hide(true);
  await page.clock.fastForward(31_000);
  await eventually(listeners).toBe(0);
  const call = deploy();
  await eventually(async () => {
    await page.clock.fastForward(11_000);
    return page.title();
  }).toBe('(1) Now · Toolcrib');
  await hide(false);
  await eventually(listeners).toBe(1);
  await page.clock.fastForward(1000);
  await button(page, 'Reject').click();
  expect(await call).toMatchObject({ status: 'blocked' });
});

test('the service may restart under an open page: the banner comes and goes, and nothing is missed', async () => {
  const { page, troubles } = await open(service.link);
  await page.getByText('Nothing waits').waitFor();
  await service.stop();
  await page.getByText('The connection to the service is lost.').waitFor();
  await expectAccessible(page);
  await page.goto(`${service.address}/#/statistics`);
  await page.getByText('The service does not answer.').first().waitFor();
  await service.start();
  await page.getByText('The service does not answer.').first().waitFor({ state: 'detached' });
  await page.goto(`${service.address}/#/now`);
  const call = deploy();
  await dialog(page).waitFor();
  await page.getByText('The connection to the service is lost.').waitFor({ state: 'detached' });
  await button(page, 'Allow once').click();
  expect(await call).toMatchObject({ status: 'success' });
  await page.getByRole('list', { name: 'Calls as they happen' }).getByText('deploy').first().waitFor();
  expect(troubles.filter((trouble) => !trouble.includes('ERR_CONNECTION'))).toEqual([]);
});
