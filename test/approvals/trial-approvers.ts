import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { openAtTerminal, type AtTerminal } from '../at-terminal.ts';
import { isAllowed, whatIn, type TrialSite } from './trial-site.ts';

/** Somebody who answers what they are shown, until they are stopped. */
export interface TrialApprover {
  /** Watches the requests, so that MCP clients are not asked. */
  readonly watches: boolean;
  start(): Promise<void>;
  /** Ends at once, in the middle of whatever is being done. */
  kill(): Promise<void>;
}

/** A browser that clicks in the console. */
export function browserApprover(site: TrialSite, holder: 'browser a' | 'browser b'): TrialApprover {
  const { service, browser, tokens } = site;
  let page: Page | undefined;
  return {
    watches: true,
    async start() {
      page = await browser.newPage();
      await page.goto(`${service.address}/#token=${tokens[holder]}`);
      void click(page);
    },
    async kill() {
      await page?.close();
    },
  };

  async function click(open: Page): Promise<void> {
    const dialog = open.locator('dialog.question');
    for (;;) {
      if (open.isClosed()) return;
      try {
        const what = whatIn(await dialog.innerText({ timeout: 1000 }));
        const name = isAllowed(what ?? '') ? 'Allow once' : 'Reject';
        // Only in the dialog of the request that was read: another may have come up.
        const own = dialog.filter({ hasText: what ?? 'nothing' });
        await own.getByRole('button', { name, exact: true }).click({ timeout: 3000 });
      } catch {
        // There is no request, or somebody was faster, or the service is being started again.
        await wait(20);
      }
    }
  }
}

/** `approvals watch` at a pseudo-terminal, with fingers that go on typing yes when they have answered. */
export function terminalApprover({ service }: TrialSite, random: () => number): TrialApprover {
  const prompt = '[N] no: ';
  let terminal: AtTerminal | undefined;
  return {
    watches: true,
    async start() {
      const { folder: cwd, state } = service;
      terminal = openAtTerminal(['approvals', 'watch'], { cwd, state });
      await terminal.shows('Watching');
      void type(terminal);
    },
    async kill() {
      terminal?.signal('SIGKILL');
      await terminal?.end();
    },
  };

  async function type(open: AtTerminal): Promise<void> {
    let answered = -1;
    for (;;) {
      if (open.hasEnded) return;
      const { shown } = open;
      const at = shown.lastIndexOf(prompt);
      if (at > answered) {
        answered = at;
        await wait(random() * 1500);
        // Somebody was faster, and the next request is being shown: it is read first.
        if (open.shown.slice(at).includes('May order')) continue;
        const [last = ''] = /what = "[^"]*"(?![\s\S]*what = )/u.exec(shown.slice(0, at)) ?? [];
        const stray = random() < 0.5 ? 'y\ry\r' : '';
        open.type(`${isAllowed(whatIn(last) ?? '') ? 'y' : 'n'}\r${stray}`);
      }
      await wait(20);
    }
  }
}

/** A program that polls, answers some of what it finds, and now and then names the digest of another request. */
export function httpApprover(site: TrialSite, random: () => number): TrialApprover {
  const client = site.clientOf('http');
  let ending = new AbortController();
  return {
    watches: false,
    async start() {
      ending = new AbortController();
      void poll(ending.signal);
    },
    async kill() {
      ending.abort();
    },
  };

  async function poll(signal: AbortSignal): Promise<void> {
    for (;;) {
      if (signal.aborted) return;
      try {
        const { items } = await client.ask('list_approvals', { limit: 100 });
        for (const [index, { id, shown_digest: own, arguments: given, asked_at }] of items.entries()) {
          // Programs are quick: people are to be faster now and then.
          const isPatient = Date.now() - Date.parse(asked_at) < 12_000 * random();
          if (isPatient || signal.aborted) continue;
          const decision = isAllowed(whatIn(JSON.stringify(given)) ?? '') ? 'allow_once' : 'reject_once';
          const other = items[index + 1]?.shown_digest;
          const shown_digest = other !== undefined && random() < 0.3 ? other : own;
          await client.ask('answer_approval', { id, shown_digest, decision }).catch(() => undefined);
          await wait(random() * 400);
        }
      } catch {
        // The service is being started again.
      }
      await wait(300 + random() * 700);
    }
  }
}
