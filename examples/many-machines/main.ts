/**
 * Many machines: a service takes a plan over HTTP, and two workers make its calls. These are the commands of compose.yaml, as
 * processes of this machine, with a PostgreSQL that comes from npm.
 */
import assert from 'node:assert/strict';
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { createClient } from 'toolcrib/client';
import { parse } from 'yaml';
import { startPostgres } from '../../packages/toolcrib/src/store/databases/postgres.test-support.ts';

interface Compose {
  readonly services: {
    readonly [name: string]: { readonly command: string; readonly environment: Record<string, string> };
  };
}

const here = import.meta.dirname;
const command = fileURLToPath(new URL('../../packages/toolcrib/bin/toolcrib.js', import.meta.url));
const { services } = parse(readFileSync(join(here, 'compose.yaml'), 'utf8'), { merge: true }) as Compose;
const plan = parse(readFileSync(join(here, 'plan.yaml'), 'utf8')) as { [name: string]: unknown };
const project = mkdtempSync(join(tmpdir(), 'toolcrib-machines-'));
const running: ChildProcess[] = [];
const postgres = await startPostgres();

const options = ['--project', project, '--config', join(here, 'toolcrib.yaml')];

/** Starts what a service of compose.yaml runs, and gives the line that it says when it is ready. */
async function start<Ready>(name: string, ...more: string[]): Promise<Ready> {
  const { command: line, environment } = services[name] ?? assert.fail(`There is no service ${name}.`);
  const [, accept = '', run = ''] = /^sh -c 'toolcrib (.+) && exec toolcrib (.+)'$/u.exec(line) ?? [];
  const env = { ...process.env, ...environment, DATABASE_URL: postgres.url, LISTEN_AT: '127.0.0.1' };
  execFileSync(process.execPath, [command, ...accept.split(' '), ...options], { env, stdio: 'ignore' });
  const child = spawn(process.execPath, [command, ...run.split(' '), ...options, '--json', ...more], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running.push(child);
  const [ready] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  return JSON.parse(ready) as Ready;
}

try {
  const [{ address, link }] = await Promise.all([
    start<{ address: string; link: string }>('service', '--port', '0'),
    start('left'),
    start('right'),
  ]);
  const [, token = ''] = link.split('#token=');
  const client = createClient({ fetch, base: address, token });

  // Who is quick may make all calls of a plan alone: more plans, until both have worked.
  const made = new Set<string>();
  for (let plans = 1; made.size < 2; plans++) {
    const { plan_id: id } = await client.ask('submit_plan', { plan });
    const { state, output } = await client.ask('get_plan_result', { plan_id: id });
    assert.equal(state, 'succeeded');
    const machines = output as string[];
    assert.equal(machines.length, 12);
    for (const machine of machines) made.add(machine);
    console.log(`plan ${plans}: ${machines.join(' ')}`);
  }
  assert.deepEqual([...made].toSorted(), ['left', 'right']);

  // Asked to end, a worker gives back what it has not done, and goes.
  const [, left, right] = running as [ChildProcess, ChildProcess, ChildProcess];
  for (const worker of [left, right]) worker.kill('SIGTERM');
  await Promise.all([left, right].map((worker) => once(worker, 'exit')));
  assert.deepEqual([left.exitCode, right.exitCode], [0, 0]);
} finally {
  for (const child of running) child.kill('SIGKILL');
  await postgres.stop();
  rmSync(project, { recursive: true, force: true });
}
