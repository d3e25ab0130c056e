import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { connecting, notesIn } from './connect.test-support.ts';
import { restartMarkOf } from './mcp-connector.ts';

const { connectSample, folderForTest } = connecting(onTestFinished);

test('nothing is started before somebody needs it, and all who do share one process', async () => {
  const { service, source, notes, register } = connectSample();
  expect(source.origin).toEqual({});
  expect(notes('starts')).toEqual([]);
  await register();
  const values = Array.from({ length: 20 }, (_, n) => ({ n }));
  const results = await Promise.all(values.map((value) => service.execute('sample__echo', { value })));
  expect(results.map((result) => result.status === 'success' && result.output)).toEqual(values);
  expect(notes('starts')).toHaveLength(1);
});

test('an old server that ends at a question it does not know is started once more, and then known', async () => {
  const options = { stateFolder: folderForTest() };
  const { service, notes, register } = connectSample(['strict'], { options });
  await register();
  expect(notes('starts')).toHaveLength(2);
  await service.execute('sample__die', {});
  expect(await service.execute('sample__echo', { value: 'again' })).toMatchObject({ output: 'again' });
  expect(notes('starts')).toHaveLength(3);
  // Also by those who come later.
  const known = readdirSync(join(options.stateFolder, 'mcp'));
  expect(known).toEqual(['sample.old']);
});

test('a server that nobody uses is closed, and started again for the next call', async () => {
  const { service, notes, register } = connectSample([], { options: { idleAfter: 1 } });
  await register();
  const [first] = notes('starts');
  await expect.poll(() => isAlive(Number(first))).toBe(false);
  expect(await service.execute('sample__echo', { value: 'back' })).toMatchObject({ output: 'back' });
  expect(notes('starts')).toHaveLength(2);
});

test('a touched mark has the server started anew before the next call', async () => {
  const options = { stateFolder: folderForTest() };
  const { service, notes, register } = connectSample([], { options });
  await register();
  const mark = restartMarkOf(options.stateFolder, 'sample');
  mkdirSync(dirname(mark), { recursive: true });
  writeFileSync(mark, '');
  await expect
    .poll(async () => {
      await service.execute('sample__echo', { value: 'new' });
      return notes('starts').length;
    })
    .toBe(2);
  expect(await service.execute('sample__echo', { value: 'same' })).toMatchObject({ output: 'same' });
  const [first] = notes('starts');
  expect(notes('starts')).toHaveLength(2);
  await expect.poll(() => isAlive(Number(first))).toBe(false);
});

test('who does not want to wait for a start leaves it to the next call', async () => {
  const { service, notes, connector } = connectSample();
  service.registerTool({
    name: 'echo',
    description: 'Echo.',
    parameters: { type: 'object' },
    approval: 'safe',
    implementation: { kind: 'mcp', server: 'sample', tool: 'echo' },
  });
  expect(await service.execute('echo', { value: 1 }, { timeout: 1 })).toMatchObject({
    errorCode: 'timeout',
    metadata: { outcomeUnknown: true },
  });
  expect(await service.execute('echo', { value: 2 })).toMatchObject({ output: '2' });
  expect(notes('starts')).toHaveLength(1);
  await connector.close();
  expect(await service.execute('echo', { value: 3 })).toMatchObject({ errorCode: 'network' });
});

test('a server that always fails is tried slower and slower, and says why', async () => {
  const { service, source, notes } = connectSample(['crash']);
  const asked = source.definitions(new AbortController().signal);
  await expect(asked).rejects.toMatchObject({
    name: 'SourceError',
    code: 'source_unreachable',
    message: expect.stringContaining('no licence found'),
  });
  service.registerTool({
    name: 'echo',
    description: 'Echo.',
    parameters: { type: 'object' },
    annotations: { readOnly: true },
    implementation: { kind: 'mcp', server: 'sample', tool: 'echo' },
  });
  const errors: unknown[] = [];
  while (!JSON.stringify(errors).includes('is tried again'))
    errors.push(await service.execute('echo', { value: errors.length }));
  expect(errors[0]).toMatchObject({
    errorCode: 'network',
    error: expect.stringContaining('exit code 3'),
    // It never began.
    metadata: { outcomeUnknown: false },
  });
  expect(errors.at(-1)).toMatchObject({
    error: expect.stringMatching(/failed \d times and is tried again in/u),
  });
  expect(notes('starts').length).toBeLessThan(16);
});

test('a program that is not there is no network failure', async () => {
  const server = { way: { type: 'stdio', command: '/no/such', args: [], env: {}, cwd: '/' } } as const;
  const { source } = connectSample([], { server });
  await expect(source.definitions(new AbortController().signal)).rejects.toThrow(
    'there is no program /no/such',
  );
});

/** `npm run restarts:mcp` asks for more. */
const restarts = Number(process.env['MCP_RESTARTS'] ?? 3);

test('crashes leave nothing behind', { timeout: 30_000 + restarts * 3000 }, async () => {
  const { service, notes, register, connector, folder } = connectSample(['child', 'stubborn']);
  await register();
  const children: number[] = [];
  for (let i = 0; i < restarts; i++) {
    children.push(Number(readFileSync(join(folder, 'child'), 'utf8')));
    await service.execute('sample__die', {});
    await service.execute('sample__echo', { value: i });
  }
  children.push(Number(readFileSync(join(folder, 'child'), 'utf8')));
  await connector.close();
  const all = [...notes('starts').map(Number), ...children];
  expect(new Set(all).size).toBe(2 * (restarts + 1));
  expect(all.filter(isAlive)).toEqual([]);
});

// Without a supervisor nobody is left to see that we are gone.
test.skipIf(process.platform !== 'linux')('what we have started ends when we are killed', async () => {
  const folder = folderForTest();
  const script = join(import.meta.dirname, 'hard-kill.test-support.ts');
  const parent = spawn(process.execPath, [script, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(parent.stdout, 'data');
  parent.kill('SIGKILL');
  await once(parent, 'exit');
  const left = [...notesIn(folder, 'starts'), ...notesIn(folder, 'child')].map(Number);
  expect(left).toHaveLength(2);
  while (left.some(isAlive)) await pause(20);
});

function isAlive(pid: number): boolean {
  try {
    // What nobody has waited for is dead as well.
    return !/^State:\s+Z/mu.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}
