import type { Page } from 'playwright-core';
import { launchBrowser } from '../../console/launch-browser.ts';
import type { Call } from '../calls.ts';
import type { Testbed } from '../testbed/testbed.ts';
import { whileServing } from './serving.ts';

const screens = ['#/now', '#/tools', '#/history', '#/servers', '#/access', '#/plans'];

/** Opens the screens that show what a project brings, after calls that nobody is asked about. */
export async function openByConsole(testbed: Testbed, calls: readonly Call[]): Promise<string> {
  const browser = await launchBrowser();
  let shown = '';
  try {
    const said = await whileServing(testbed, async ({ address, link, ask }) => {
      for (const [tool_name, given] of calls) await ask('POST', '/calls', { tool_name, arguments: given });
      const page = await browser.newPage();
      watchPage(page, testbed, address);
      for (const screen of screens) {
        await page.goto(screen === screens[0] ? link : `${address}/${screen}`);
        await page.locator('main h1').waitFor({ timeout: 60_000 });
        const text = await page.locator('#app').innerText();
        shown += text;
        testbed.inspect(text, `console ${screen}`);
        if (/[\u202A-\u202E\u2066-\u2069]/u.test(text))
          testbed.note({ kind: 'terminal_injection', what: `console ${screen}` });
      }
      await page.close();
    });
    return (said ?? '') + shown;
  } finally {
    await browser.close();
  }
}

/** Notes dialogs, which only a script of the project would open, and requests to anybody but the service. */
export function watchPage(page: Page, testbed: Testbed, address: string): void {
  page.on('dialog', (dialog) => {
    testbed.note({ kind: 'executed', what: `dialog ${dialog.message()}` });
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.origin !== address && url.protocol !== 'blob:')
      testbed.note({ kind: 'connected', what: request.url() });
  });
}
