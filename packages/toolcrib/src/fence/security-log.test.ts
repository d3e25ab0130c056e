import {
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ToolService, type ToolEvents } from '@toolcrib/core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createSecurityLog } from './security-log.ts';

let folder = '';
let file = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'log-'));
  file = join(folder, 'made', 'security.jsonl');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function lines(from = file): Record<string, unknown>[] {
  const text = readFileSync(from, 'utf8');
  expect(text.endsWith('\n')).toBe(true);
  return text
    .slice(0, -1)
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

const refusal = {
  time: 0,
  code: 'host_not_allowed',
  host: 'evil.example',
  port: 443,
  reason: 'not_listed',
} as const;

test('each refusal is one line in a file of its own', () => {
  const log = createSecurityLog({ file });
  log.onRefusal({ ...refusal, tool: 'api', callId: 'c1', agent: 'a' });
  log.write({ time: 1, code: 'outside_project', path: '/etc/passwd' });
  log.write({ time: 2, code: 'command_not_allowed', command: 'rm -rf /', reason: 'unknown_program' });
  log.close();
  log.write({ time: 3, code: 'late' });
  expect(lines()).toEqual([
    { ...refusal, time: '1970-01-01T00:00:00.000Z', tool: 'api', callId: 'c1', agent: 'a' },
    { time: '1970-01-01T00:00:00.001Z', code: 'outside_project', path: '/etc/passwd' },
    {
      time: '1970-01-01T00:00:00.002Z',
      code: 'command_not_allowed',
      command: 'rm -rf /',
      reason: 'unknown_program',
    },
  ]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('what was there is kept, and closed to others', () => {
  mkdirSync(join(folder, 'made'));
  writeFileSync(file, '{"code":"before"}\n', { mode: 0o644 });
  createSecurityLog({ file }).write(refusal);
  expect(lines().map(({ code }) => code)).toEqual(['before', 'host_not_allowed']);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('a value can neither start a line nor move the terminal of its reader', () => {
  const host = 'a\n{"code":"forged"}\r\u2028\u001b[2J\u009b2J\u202e\u0000é中\u{e0041}';
  createSecurityLog({ file }).write({ ...refusal, host });
  expect(lines()).toMatchObject([{ host }]);
  expect(readFileSync(file, 'utf8').slice(0, -1)).toMatch(/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]*$/u);
  expect(readFileSync(file, 'utf8')).toContain('é中');
});

test('a value is cut, and a field that is not known is left out', () => {
  const entry = { ...refusal, host: 'x'.repeat(1_000_000), arguments: { key: 'secret' } };
  createSecurityLog({ file }).write(entry);
  expect(statSync(file).size).toBeLessThan(1000);
  expect(Object.keys(lines()[0] ?? {})).toEqual(['time', 'code', 'reason', 'host', 'port']);
});

test('a full file is kept once beside the new one', () => {
  const log = createSecurityLog({ file, maxBytes: 400 });
  for (let time = 0; time < 10; time++) log.write({ ...refusal, time });
  expect(statSync(file).size).toBeLessThanOrEqual(400);
  expect(statSync(`${file}.old`).size).toBeLessThanOrEqual(400);
  const times = [...lines(`${file}.old`), ...lines()].map(({ time }) => String(time).slice(-2, -1));
  expect(times.at(-1)).toBe('9');
  expect(times).toEqual(times.toSorted());
  expect(existsSync(`${file}.old.old`)).toBe(false);
});

test('one log may be written by many', () => {
  const [one, another] = [
    createSecurityLog({ file, maxBytes: 400 }),
    createSecurityLog({ file, maxBytes: 400 }),
  ];
  for (let time = 0; time < 12; time++) (time % 2 === 0 ? one : another).write({ ...refusal, time });
  expect([...lines(`${file}.old`), ...lines()].length).toBeGreaterThan(4);
});

test.skipIf(process.platform === 'win32')(
  'a link or a pipe in its place is not written to, and nobody waits',
  () => {
    mkdirSync(join(folder, 'made'));
    const target = join(folder, 'target');
    writeFileSync(target, 'mine');
    const errors: unknown[] = [];
    const onError = (error: unknown): void => {
      errors.push(error);
      throw new Error('and the listener fails too');
    };
    symlinkSync(target, file);
    createSecurityLog({ file, onError }).write(refusal);
    rmSync(file);
    execFileSync('mkfifo', [file]);
    createSecurityLog({ file, onError }).write(refusal);
    const reader = openSync(file, constants.O_RDWR | constants.O_NONBLOCK);
    createSecurityLog({ file, onError }).write(refusal);
    closeSync(reader);
    rmSync(file);
    mkdirSync(file);
    createSecurityLog({ file, onError }).write(refusal);
    expect(errors).toHaveLength(4);
    expect(readFileSync(target, 'utf8')).toBe('mine');
  },
);

test('calls that the corridor stops are written down with who made them', async () => {
  const log = createSecurityLog({ file });
  const service = new ToolService({ agents: { reader: { permission: 'read_only' } } });
  service.on('access-blocked', log.onBlocked);
  service.registerTool({
    name: 'drop',
    description: 'Drops everything.',
    permission: 'admin',
    parameters: { type: 'object' },
    run: () => 'done',
  });
  await service.execute('drop', { password: 'secret' }, { agent: 'reader', callId: 'c7' });
  expect(lines()).toMatchObject([
    { code: 'permission_denied', tool: 'drop', agent: 'reader', callId: 'c7', station: 'authorize' },
  ]);
  expect(readFileSync(file, 'utf8')).not.toContain('secret');
});

test('what the guard has told is not told twice, and a later call of the same id is told again', () => {
  const log = createSecurityLog({ file });
  const blocked = { errorCode: 'host_not_allowed', callId: 'c1', time: 1, tool: 'api' };
  log.onRefusal({ ...refusal, callId: 'c1' });
  log.onBlocked(blocked as ToolEvents['access-blocked']);
  log.onBlocked({ ...blocked, time: 2 } as ToolEvents['access-blocked']);
  expect(lines().map(({ time, host }) => [time, host])).toEqual([
    ['1970-01-01T00:00:00.000Z', 'evil.example'],
    ['1970-01-01T00:00:00.002Z', undefined],
  ]);
});
