import type { Browser } from 'playwright-core';
import { createClient, type Client } from 'toolcrib/client';
import { launchBrowser } from '../console/launch-browser.ts';
import { startService, type RunningService } from '../console/service.ts';
import { startEffects, type Effects } from './effects.ts';

/** Who takes part; each has a token of its own. */
const holders = ['caller', 'mcp', 'browser a', 'browser b', 'http'] as const;
type Holder = (typeof holders)[number];

/** A service with its project, and what counts the effects of its calls. */
export interface TrialSite {
  readonly service: RunningService;
  readonly effects: Effects;
  readonly browser: Browser;
  readonly tokens: Readonly<Record<Holder, string>>;
  clientOf(holder: Holder): Client;
  close(): Promise<void>;
}

export async function openTrialSite(): Promise<TrialSite> {
  const [effects, browser] = await Promise.all([startEffects(), launchBrowser()]);
  const service = await startService({
    'toolcrib.json': { tools: [effects.tool], agents: { coder: { permission: 'admin' } } },
  });
  const tokens = {} as Record<Holder, string>;
  for (const name of holders) {
    const calls = { agent: 'coder', scopes: ['call' as const], approver: name === 'mcp' };
    const approves = { scopes: ['read' as const, 'approve' as const] };
    const isCaller = name === 'caller' || name === 'mcp';
    const made = await service.client.ask('create_token', { name, ...(isCaller ? calls : approves) });
    tokens[name] = made.token;
  }
  return {
    service,
    effects,
    browser,
    tokens,
    clientOf: (holder) => createClient({ fetch, base: service.address, token: tokens[holder] }),
    async close() {
      await browser.close();
      await service.remove();
      effects.close();
    },
  };
}

/** What a person would say to a request: it stands in its argument. */
export function isAllowed(what: string): boolean {
  return what.startsWith('yes');
}

/** The argument of a request, in whatever shows it. */
export function whatIn(text: string): string | undefined {
  return /\b(?:yes|no)-\d+\b/u.exec(text)?.[0];
}
