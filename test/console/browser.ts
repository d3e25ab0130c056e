import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';
import { launchBrowser } from './launch-browser.ts';

const axe = fileURLToPath(import.meta.resolve('axe-core/axe.min.js'));
/** A page in a world of its own, and what went wrong on it. */
export interface OpenedPage {
  readonly page: Page;
  /** Errors, refusals of the page's policy, and requests to anybody but the service. */
  readonly troubles: string[];
}

/** One browser for a file of tests. */
export function useBrowser(): (address: string, options?: BrowserContextOptions) => Promise<OpenedPage> {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
  }, 60_000);
  afterAll(() => browser.close());
  return async (address, options = {}) => {
    const context = await browser.newContext({
      locale: 'en-US',
      viewport: { width: 1280, height: 800 },
      ...options,
    });
    context.setDefaultTimeout(20_000);
    // Before the page's policy, which would not let it in later.
    await context.addInitScript({ path: axe });
    onTestFinished(() => context.close());
    const page = await context.newPage();
    const troubles: string[] = [];
    const { origin } = new URL(address);
    page.on('pageerror', (error) => troubles.push(String(error)));
    page.on('dialog', (dialog) => {
      troubles.push(`dialog ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on('console', (message) => {
      if (/Content Security Policy|Trusted Type|Refused/iu.test(message.text()))
        troubles.push(message.text());
    });
    page.on('request', (request) => {
      const url = new URL(request.url());
      if (url.origin !== origin && url.protocol !== 'blob:') troubles.push(`request to ${request.url()}`);
    });
    await page.goto(address);
    return { page, troubles };
  };
}

/** Asks again until it is so. */
export function eventually<T>(ask: () => Promise<T>): ReturnType<typeof expect.poll<T>> {
  return expect.poll(ask);
}

/** Nobody is kept out by the page as it is now. */
export async function expectAccessible(page: Page): Promise<void> {
  const violations = await page.evaluate(async () => {
    const { axe: checker } = window as unknown as {
      axe: {
        run(): Promise<{ violations: { id: string; nodes: { html: string; failureSummary: string }[] }[] }>;
      };
    };
    const found = await checker.run();
    return found.violations.map(({ id, nodes }) => [
      id,
      ...nodes.slice(0, 3).map((node) => node.failureSummary + node.html),
    ]);
  });
  expect(violations).toEqual([]);
}
