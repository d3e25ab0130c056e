/** Plans at work: a report on a repository, two services joined into a file, and changes that a person must allow. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = import.meta.dirname;
const command = fileURLToPath(new URL('../../packages/toolcrib/bin/toolcrib.js', import.meta.url));
const project = mkdtempSync(join(tmpdir(), 'toolcrib-plans-'));

interface Ended {
  readonly code: number;
  readonly stdout: string;
}

/** The command, as one would type it. */
function toolcrib(...given: string[]): Promise<Ended> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [command, ...given],
      { cwd: project },
      (error, stdout, stderr) => {
        process.stdout.write(stderr);
        resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout });
      },
    );
    child.stdin?.end();
  });
}

function write(file: string, content: string): void {
  mkdirSync(dirname(join(project, file)), { recursive: true });
  writeFileSync(join(project, file), content);
}

const read = (file: string): string => readFileSync(join(project, file), 'utf8');

try {
  await audit();
  await joinOrders();
  await release();
} finally {
  rmSync(project, { recursive: true, force: true });
}

async function audit(): Promise<void> {
  write('src/a.ts', 'export const a = 1;\n// TODO: two\n');
  write('src/b.ts', 'export const b = 2;\n');
  write('src/c.ts', '// FIXME: never\n');
  assert.equal((await toolcrib('plan', 'check', join(here, 'audit.yaml'))).code, 0);
  const { stdout } = await toolcrib('plan', 'run', join(here, 'audit.yaml'));
  const { files, report } = JSON.parse(stdout) as { files: string[]; report: string };
  assert.deepEqual([files.toSorted(), report], [['src/a.ts', 'src/c.ts'], 'audit.md']);
  assert.match(
    read('audit.md'),
    /2 of 3 files\.[^]*src\/a\.ts:2:[^]*## Their first lines[^]*export const a/u,
  );
  console.log((await toolcrib('plan', 'graph', join(here, 'audit.yaml'))).stdout);
}

async function joinOrders(): Promise<void> {
  let failures = 1;
  const server = createServer(({ url = '' }, response) => {
    const answer = (status: number, body: object): void =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (url === '/customers') answer(200, { customers: [{ id: 'ann' }, { id: 'bob' }] });
    else if (url.startsWith('/rate') && failures-- > 0) answer(400, { error: 'not yet' });
    else if (url.startsWith('/rate')) answer(200, { rate: 1.1 });
    else answer(200, { orders: url.endsWith('=ann') ? [{ amount: 20 }] : [] });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const rest = (name: string, path: string, argument?: string): object => ({
    name,
    description: `Asks ${path}.`,
    type: 'function',
    handler: name,
    annotations: { read_only: true },
    parameters: {
      type: 'object',
      properties: argument === undefined ? {} : { [argument]: { type: 'string' } },
      required: argument === undefined ? [] : [argument],
    },
    implementation: { type: 'rest', base_url: base, path, method: 'GET' },
  });
  const tools = [
    rest('list_customers', '/customers'),
    rest('exchange_rate', '/rate', 'currency'),
    rest('list_orders', '/orders', 'customer'),
  ];
  write('toolcrib.json', JSON.stringify({ tools }));
  // A configuration that reaches hosts takes effect once a person has accepted it.
  assert.equal((await toolcrib('trust', '--yes')).code, 0);
  const { code } = await toolcrib('plan', 'run', join(here, 'orders.yaml'));
  server.close();
  assert.equal(code, 0);
  assert.deepEqual(JSON.parse(read('orders.json')), {
    rate: 1.1,
    customers: [
      [{ id: 'ann' }, { orders: [{ amount: 20 }] }],
      [{ id: 'bob' }, { orders: [] }],
    ],
  });
}

async function release(): Promise<void> {
  write('one/version.txt', '1.0.0');
  write('two/version.txt', '1.0.0');
  const refused = await toolcrib('plan', 'run', join(here, 'release.yaml'), '--no', '--json');
  const { plan_id: planId, state } = JSON.parse(refused.stdout.trim().split('\n').at(-1) ?? '') as {
    plan_id: string;
    state: string;
  };
  assert.deepEqual([state, read('one/version.txt')], ['incomplete', '1.0.0']);
  // What was refused goes again, and this time somebody says yes.
  assert.equal((await toolcrib('plan', 'resume', planId, '--yes')).code, 0);
  assert.deepEqual([read('one/version.txt'), read('two/version.txt')], ['2.0.0', '2.0.0']);
  assert.equal(read('RELEASED.md'), '2.0.0 in 2 packages');
}
