import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { createGuardedFetch } from '../../packages/toolcrib/src/fence/network/guarded-fetch.ts';
import {
  canListen,
  sendRaw,
  startListener,
} from '../../packages/toolcrib/src/fence/network/loopback.test-support.ts';
import { createNetworkGuard } from '../../packages/toolcrib/src/fence/network/network-guard.ts';
import { createProxy } from '../../packages/toolcrib/src/fence/network/proxy.ts';
import { faultsOf, tooFew, type Fuzzer } from './fuzzer.ts';

/** The one address that is listed. */
const home = '127.0.0.2';

/**
 * Addresses made at random, and where they really lead: a listener on every address of the machine tells which one was
 * dialled.
 */
export const network: Fuzzer = {
  name: 'network',
  about: 'URLs and proxied requests against the address that is really dialled',
  go: 2000,
  few: 600,
  hindrance: async () =>
    (await canListen(home)) && (await canListen('::1')) ? undefined : `nobody can listen at ${home} and ::1`,
  async open() {
    const folder = mkdtempSync(join(tmpdir(), 'toolcrib-fuzz-'));
    const listener = await startListener();
    const placed = (text: string): string => text.replaceAll('PORT', String(listener.port));
    let answers: readonly string[] = [];
    const allow = ['allowed.example', '*.wild.example', home].map((listed) => `${listed}:${listener.port}`);
    const guard = createNetworkGuard({ allow, lookup: () => Promise.resolve(answers) });
    const proxy = await createProxy(guard, { folder });
    const fetch = createGuardedFetch(guard);
    const { signal } = new AbortController();
    let arrived = 0;

    const fetched = fc.asyncProperty(authority, answer, async (text, drawn) => {
      listener.forget();
      answers = drawn;
      const url = URL.parse(placed(`http://${text}/`));
      if (url === null) return;
      const init = { method: 'GET', headers: new Headers(), signal, redirect: 'manual' } as const;
      const status = await fetch(url, init).then(
        (response) => response.text(),
        (error: { code?: string }) => error.code,
      );
      assert.equal(status, isAllowed(url, drawn, listener.port) ? 'here' : 'host_not_allowed');
      assert.deepEqual(listener.reached, status === 'here' ? [home] : []);
      arrived += listener.reached.length;
    });
    const proxied = fc.asyncProperty(authority, answer, fc.boolean(), async (text, drawn, tunnelled) => {
      listener.forget();
      answers = drawn;
      const target = Buffer.from(placed(text)).toString('latin1');
      const inside = 'GET / HTTP/1.0\r\n\r\n';
      await sendRaw(
        proxy.socketPath,
        tunnelled
          ? `CONNECT ${target} HTTP/1.1\r\n\r\n${inside}`
          : `GET http://${target}/ HTTP/1.1\r\nconnection: close\r\n\r\n`,
      );
      assert.deepEqual(
        listener.reached.filter((address) => address !== home),
        [],
      );
      arrived += listener.reached.length;
    });

    return {
      async run(seed, count) {
        const faults: string[] = [];
        for (const [way, property] of [
          ['requests', fetched],
          ['proxied requests', proxied],
        ] as const) {
          arrived = 0;
          faults.push(...(await faultsOf<unknown>(property, { seed, count })));
          faults.push(...tooFew(`${way} that arrived`, arrived, count / 50));
        }
        return faults;
      },
      async close() {
        await proxy.close();
        await listener.close();
        rmSync(folder, { recursive: true, force: true });
      },
    };
  },
};

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

/** Said in other words than the guard's: what the URL standard makes of the address, and every answer for a name. */
function isAllowed(url: URL, answers: readonly string[], listening: number): boolean {
  if (url.port !== String(listening)) return false;
  const name = url.hostname.replace(/\.$/u, '');
  if (name === home || name === '[::ffff:7f00:2]') return true;
  const isListed = name === 'allowed.example' || /^(?:\w(?:[\w-]*\w)?\.)+wild\.example$/u.test(name);
  return isListed && answers.every((address) => address.endsWith(home));
}
