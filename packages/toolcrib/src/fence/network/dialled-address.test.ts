import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { createGuardedFetch } from './guarded-fetch.ts';
import { canListen, sendRaw, startListener, type Listener } from './loopback.test-support.ts';
import { createNetworkGuard } from './network-guard.ts';
import { createProxy } from './proxy.ts';

/*
 * Addresses made at random, and where they really lead: a listener on every address of the machine tells which one was
 * dialled. Only 127.0.0.2 is listed. `npm run fuzz:network` makes many more of them.
 */
const runs = Number(process.env['FUZZ_RUNS'] ?? 300);
const seed = Number(process.env['FUZZ_SEED'] ?? 1);
const home = '127.0.0.2';
const isPossible = (await canListen(home)) && (await canListen('::1'));
const folder = mkdtempSync(join(tmpdir(), 'fuzz-'));
const cleanUp: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const end of cleanUp) await end();
  rmSync(folder, { recursive: true, force: true });
});

const names = [
  'allowed.example',
  'a.wild.example',
  'wild.example',
  'localhost',
  'evil.example',
  'printer.internal',
];
const numbers = [
  '127.0.0.1',
  '127.0.0.2',
  '127.1',
  '127.2',
  '0x7f.2',
  '2130706433',
  '2130706434',
  '0',
  '0.0.0.0',
];
const bracketed = [
  '[::1]',
  '[::]',
  '[::ffff:127.0.0.1]',
  '[::ffff:127.0.0.2]',
  '[64:ff9b::7f00:1]',
  '[::1%25lo]',
];
const odd = [
  '.',
  '。',
  '．',
  '%2e',
  '%00',
  '\0',
  '@',
  ':',
  '#',
  '?',
  '/',
  '\\',
  '%40',
  ' ',
  '\t',
  '%',
  '[',
  ']',
  '*',
  '-',
];
const digits = ['①', '２', '７', '٢', '0', '1', '2', '7', 'x', 'e'];
const letters = fc.oneof(
  fc.constantFrom(...odd, ...digits),
  fc.string({ minLength: 1, maxLength: 2, unit: 'binary' }),
);

/** A host that is written as it should be, or with something put into it. */
const plainHost = fc.constantFrom(...names, ...numbers, ...bracketed);
const oddHost = fc
  .tuple(plainHost, letters, fc.nat(30), plainHost, fc.boolean())
  .map(
    ([host, piece, at, behind, joined]) =>
      host.slice(0, at) + piece + host.slice(at) + (joined ? behind : ''),
  );
const recased = plainHost.map((host) => host.toUpperCase());
const host = fc.oneof(
  plainHost,
  recased,
  plainHost.map((text) => `${text}.`),
  oddHost,
);
const userinfo = fc.constantFrom(
  '',
  '',
  '',
  'allowed.example@',
  'allowed.example:80@',
  '127.0.0.2#@',
  '127.0.0.2\\@',
);
const port = fc.constantFrom(':PORT', ':PORT', ':PORT', '', ':80', ':0PORT');
const authority = fc.tuple(userinfo, host, port).map((parts) => parts.join(''));
const answer = fc.array(
  fc.constantFrom(
    home,
    home,
    home,
    `::ffff:${home}`,
    '127.0.0.1',
    '127.0.0.3',
    '::1',
    '0.0.0.0',
    '::ffff:7f00:1',
  ),
  { minLength: 1, maxLength: 3 },
);

interface Place {
  readonly listener: Listener;
  readonly placed: (text: string) => string;
  answers: readonly string[];
}

function startPlace(listener: Listener): Place & { readonly guard: ReturnType<typeof createNetworkGuard> } {
  const place: Place = {
    listener,
    placed: (text) => text.replaceAll('PORT', String(listener.port)),
    answers: [],
  };
  const allow = ['allowed.example', '*.wild.example', home].map((listed) => `${listed}:${listener.port}`);
  const guard = createNetworkGuard({ allow, lookup: () => Promise.resolve(place.answers) });
  return Object.assign(place, { guard });
}

const timeout = 60_000 + runs * 10;

test.skipIf(!isPossible)('a request arrives where it is allowed to or nowhere', { timeout }, async () => {
  const listener = await startListener();
  cleanUp.push(() => listener.close());
  const place = startPlace(listener);
  const fetch = createGuardedFetch(place.guard);
  const { signal } = new AbortController();
  let arrived = 0;
  const property = fc.asyncProperty(authority, answer, async (text, answers) => {
    listener.forget();
    place.answers = answers;
    const url = URL.parse(place.placed(`http://${text}/`));
    if (url === null) return;
    const init = { method: 'GET', headers: new Headers(), signal, redirect: 'manual' } as const;
    const status = await fetch(url, init).then(
      (response) => response.text(),
      (error: { code?: string }) => error.code,
    );
    expect(status).toBe(isAllowed(url, answers, listener.port) ? 'here' : 'host_not_allowed');
    expect(listener.reached).toEqual(status === 'here' ? [home] : []);
    arrived += listener.reached.length;
  });
  await fc.assert(property, { numRuns: runs, seed });
  expect(arrived).toBeGreaterThan(runs / 50);
});

test.skipIf(!isPossible)('the proxy leads where it is allowed to or nowhere', { timeout }, async () => {
  const listener = await startListener();
  const place = startPlace(listener);
  const proxy = await createProxy(place.guard, { folder });
  cleanUp.push(
    () => proxy.close(),
    () => listener.close(),
  );
  let arrived = 0;
  const property = fc.asyncProperty(authority, answer, fc.boolean(), async (text, answers, tunnelled) => {
    listener.forget();
    place.answers = answers;
    const target = Buffer.from(place.placed(text)).toString('latin1');
    const inside = 'GET / HTTP/1.0\r\n\r\n';
    await sendRaw(
      proxy.socketPath,
      tunnelled
        ? `CONNECT ${target} HTTP/1.1\r\n\r\n${inside}`
        : `GET http://${target}/ HTTP/1.1\r\nconnection: close\r\n\r\n`,
    );
    expect(listener.reached.filter((address) => address !== home)).toEqual([]);
    arrived += listener.reached.length;
  });
  await fc.assert(property, { numRuns: runs, seed });
  expect(arrived).toBeGreaterThan(runs / 50);
});

/** Said in other words than the guard's: what the URL standard makes of the address, and every answer for a name. */
function isAllowed(url: URL, answers: readonly string[], listening: number): boolean {
  if (url.port !== String(listening)) return false;
  const name = url.hostname.replace(/\.$/u, '');
  if (name === home || name === '[::ffff:7f00:2]') return true;
  const isListed = name === 'allowed.example' || /^(?:\w(?:[\w-]*\w)?\.)+wild\.example$/u.test(name);
  return isListed && answers.every((address) => address.endsWith(home));
}
