import { createStore } from '../../packages/toolcrib/src/store/store.ts';
import { rawMcp } from '../../packages/toolcrib/src/http/raw-mcp.test-support.ts';
import { dirname } from 'node:path';
import { operatorDuring, type OperatorReport } from './connections.ts';
import { ask, countOf, type Serving } from './serving.ts';

export interface GuessReport {
  readonly statuses: { readonly [status: string]: number };
  readonly operator: OperatorReport;
}

/** Wrong tokens, many at once, from the address of the operator. */
export async function guessTokens(
  serving: Serving,
  { times }: { readonly times: number },
): Promise<GuessReport> {
  const token = `tc_${'0'.repeat(30)}_${'A'.repeat(43)}`;
  const statuses: number[] = [];
  const attack = async (): Promise<void> => {
    for (let at = 0; at < times; at += 100)
      await Promise.all(
        Array.from({ length: Math.min(100, times - at) }, async () => {
          statuses.push(
            (await ask(serving.address, '/status', { token }).catch(() => ({ status: 0 }))).status,
          );
        }),
      );
  };
  return { operator: await operatorDuring(serving, attack()), statuses: countOf(statuses) };
}

export interface RevokedReport {
  readonly streams: number;
  /** Milliseconds from the revocation to the end of the last stream. */
  readonly longestMs: number;
}

/** Streams of a token that another process revokes: events, MCP sessions, and a call that waits for a person. */
export async function revokeUnderStreams(
  serving: Serving,
  { listeners }: { readonly listeners: number },
): Promise<RevokedReport> {
  const { address, store, place } = serving;
  const { token, about } = await store.tokens.create({
    name: 'one',
    agent: 'one',
    scopes: ['read', 'call'],
  });
  const headers = { authorization: `Bearer ${token}` };
  const mcp = rawMcp(address, token);
  const sessions = await Promise.all(Array.from({ length: listeners }, () => mcp.initialize()));
  const open = await Promise.all([
    ...sessions.map((session) => mcp.listen(session)),
    ...Array.from({ length: listeners }, () => fetch(`${address}/events`, { headers })),
  ]);
  if (open.some(({ status }) => status !== 200)) throw new Error('a stream did not open');
  let revokedAt = 0;
  let longestMs = 0;
  const ended = open.map(async (response) => {
    await response.text().catch(() => undefined);
    longestMs = Math.max(longestMs, performance.now() - revokedAt);
  });
  const stateFolder = place.kind === 'sqlite' ? dirname(place.file) : serving.project;
  const other = createStore({ place, stateFolder, onProblem: () => undefined });
  await other.tokens.list();
  revokedAt = performance.now();
  await other.tokens.revoke(about.id);
  await Promise.all(ended);
  await other.close();
  return { streams: open.length, longestMs };
}
