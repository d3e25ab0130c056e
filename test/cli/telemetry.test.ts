import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { run, start, type Ended } from '../command.ts';
import { mockTool, temporaryProject } from '../project.ts';

const config = {
  store: 'memory',
  tools: [mockTool('ping'), mockTool('no')],
  rules: [{ tool: 'no', decision: 'deny' }],
};

const project = (telemetry: object = {}): string =>
  temporaryProject({ 'toolcrib.json': { ...config, telemetry } });

interface Line {
  readonly level: string;
  readonly event: string;
  readonly message: string;
  readonly [field: string]: unknown;
}

function linesOf({ stderr }: Pick<Ended, 'stderr'>): Line[] {
  return stderr
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Line);
}

const call = (name: string, id = 'c1'): string => JSON.stringify({ id, tool_name: name, arguments: {} });

test('a refusal is a line of JSON on standard error, and standard output has the result alone', async () => {
  const end = await run(['execute_tool', call('no')], { cwd: project(), env: { TOOLCRIB_LOG: 'info' } });
  expect(JSON.parse(end.stdout)).toMatchObject({ status: 'blocked' });
  expect(linesOf(end)).toMatchObject([
    {
      level: 'info',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/u),
      event: 'call_blocked',
      tool: 'no',
      call_id: expect.stringMatching(/^call_/u),
      given_id: 'c1',
      agent: 'user',
      status: 'blocked',
      error_code: 'denied_by_rule',
      error_type: 'BlockedError',
      station: 'authorize',
      rule: 'toolcrib.json rules[0]',
      message: expect.stringContaining('no was blocked: '),
    },
  ]);
});

test.each<[string, object, string | undefined, string[]]>([
  ['nothing said', {}, undefined, []],
  ['debug', { log: { level: 'debug' } }, undefined, ['call_run', 'call_end', 'call_failed', 'call_blocked']],
  ['info', { log: { level: 'info' } }, undefined, ['call_failed', 'call_blocked']],
  ['error', { log: { level: 'error' } }, undefined, []],
  ['off', { log: { level: 'off' } }, undefined, []],
  [
    'the environment before the configuration',
    { log: { level: 'off' } },
    'info',
    ['call_failed', 'call_blocked'],
  ],
  ['no annotations', { annotations: false }, 'debug', ['call_end', 'call_failed', 'call_blocked']],
])('the level decides which lines are written: %s', async (_, telemetry, level, events) => {
  const input = [call('ping'), call('nothing'), call('no')].join('\n');
  const env = { TOOLCRIB_LOG: level ?? '' };
  const end = await run(['execute_tool'], {
    cwd: project({ slow_call_ms: 60_000, ...telemetry }),
    env,
    input,
  });
  expect(linesOf(end).map(({ event }) => event)).toEqual(events);
});

test('a level that is none is told, and the default holds', async () => {
  const end = await run(['execute_tool', call('ping')], { cwd: project(), env: { TOOLCRIB_LOG: 'verbose' } });
  expect(linesOf(end)).toMatchObject([
    { event: 'log_level_unknown', message: expect.stringContaining('verbose') },
  ]);
});

test('lines for people have the time, the level, the sentence and the facts, with nothing hidden', async () => {
  const env = { TOOLCRIB_LOG: 'info' };
  const cwd = project({ log: { format: 'pretty' } });
  const { stderr } = await run(['execute_tool', call('no\u001b[31m\u202e')], { cwd, env });
  expect(stderr).toMatch(
    /^\d\d:\d\d:\d\d\.\d{3} INFO .* tool=.* call_id=call_\w+ given_id=c1 agent=user .*error_code=tool_not_found/u,
  );
  expect(stderr.trimEnd()).not.toMatch(/[\p{Cc}\p{Cf}]/u);
});

test('with a file, lines are added to it and none go to standard error', async () => {
  const cwd = project({ log: { file: 'logs/calls.log' } });
  const env = { TOOLCRIB_LOG: 'debug' };
  for (const id of ['1', '2'])
    expect((await run(['execute_tool', call('ping', id)], { cwd, env })).stderr).toBe('');
  const lines = linesOf({ stderr: readFileSync(join(cwd, 'logs/calls.log'), 'utf8') });
  expect(lines.map(({ event, given_id }) => `${event} ${String(given_id)}`)).toEqual([
    'call_run 1',
    'call_end 1',
    'call_run 2',
    'call_end 2',
  ]);
});

test('a file that is a link, or nothing to write to, costs the log and not the call', async () => {
  const cwd = project({ log: { file: 'calls.log' } });
  writeFileSync(join(cwd, 'elsewhere'), '');
  symlinkSync(join(cwd, 'elsewhere'), join(cwd, 'calls.log'));
  const env = { TOOLCRIB_LOG: 'debug' };
  const { stdout, stderr } = await run(['execute_tool', call('ping')], { cwd, env });
  expect(JSON.parse(stdout)).toMatchObject({ status: 'success' });
  expect(stderr).toMatch(/^The log cannot be written: ELOOP.*\n$/u);
  expect(readFileSync(join(cwd, 'elsewhere'), 'utf8')).toBe('');
  rmSync(join(cwd, 'calls.log'));
});

test('nobody who reads the log does not end the calls', async () => {
  const child = start(['execute_tool'], { cwd: project(), env: { TOOLCRIB_LOG: 'debug' } });
  child.stderr.destroy();
  child.stdin.end(Array.from({ length: 200 }, (_, n) => call('ping', String(n))).join('\n'));
  const closed = once(child, 'close');
  expect((await text(child.stdout)).trimEnd().split('\n')).toHaveLength(200);
  expect(await closed).toEqual([0, null]);
});

test('arguments and results stand in the log only when asked for, and without secrets', async () => {
  const given = JSON.stringify({ id: 'c1', tool_name: 'ping', arguments: { password: 'hunter2', n: 1 } });
  const env = { TOOLCRIB_LOG: 'debug' };
  const [without, withContent] = await Promise.all([
    run(['execute_tool', given], { cwd: project(), env }),
    run(['execute_tool', given], { cwd: project({ content: true }), env }),
  ]);
  expect(linesOf(without).some((line) => 'arguments' in line || 'output' in line)).toBe(false);
  expect(linesOf(withContent)).toMatchObject([
    { event: 'call_run', arguments: { password: '[redacted]', n: 1 } },
    { event: 'call_end', arguments: { password: '[redacted]', n: 1 }, output: 'ping' },
  ]);
});

test('a collector that cannot be reached is told once, and the result is there all the same', async () => {
  const cwd = project({ slow_call_ms: 60_000, traces: { otlp: 'http://127.0.0.1:9' } });
  const env = { TOOLCRIB_LOG: 'warn' };
  const end = await run(['execute_tool'], {
    cwd,
    env,
    input: [call('ping', '1'), call('ping', '2')].join('\n'),
  });
  expect(end.stdout.trimEnd().split('\n')).toHaveLength(2);
  expect(end.code).toBe(0);
  expect(linesOf(end)).toMatchObject([
    { event: 'telemetry_not_sent', what: 'traces', to: 'http://127.0.0.1:9/v1/traces' },
  ]);
});

const withoutPackage = (name: string): string => {
  const hook = `import { registerHooks } from 'node:module';
    registerHooks({ resolve(specifier, context, next) {
      if (specifier !== '${name}') return next(specifier, context);
      throw Object.assign(new Error("Cannot find package '${name}'"), { code: 'ERR_MODULE_NOT_FOUND' });
    } });`;
  return `data:text/javascript,${encodeURIComponent(hook)}`;
};

test.each<[string, object, string, string]>([
  ['traces', { traces: { otlp: 'http://127.0.0.1:9' } }, '@opentelemetry/sdk-trace', 'en'],
  [
    'metrics',
    { metrics: { otlp: 'http://127.0.0.1:9' } },
    '@opentelemetry/exporter-metrics-otlp-http',
    'zh-CN',
  ],
  ['metrics', { metrics: { prometheus: {} } }, '@opentelemetry/exporter-prometheus', 'en'],
])('a package that is missing for %s is named with what to install, and calls are made', async (...row) => {
  const [section, telemetry, name, locale] = row;
  const { code, stdout, stderr } = await run(['execute_tool', call('ping')], {
    cwd: project(telemetry),
    env: { TOOLCRIB_LOCALE: locale },
    node: ['--import', withoutPackage(name)],
  });
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ status: 'success' });
  expect(stderr).toMatch(
    new RegExp(`toolcrib\\.json:\\d+:\\d+ telemetry\\.${section}: .*${name}.*npm install`, 'u'),
  );
});

test('the list of tools loads neither the log nor OpenTelemetry', async () => {
  const cwd = project();
  const report = join(cwd, 'loaded.json');
  const hook = `import { registerHooks } from 'node:module'; import { writeFileSync } from 'node:fs';
    const loaded = [];
    registerHooks({ load(url, context, next) { loaded.push(url); return next(url, context); } });
    process.on('exit', () => writeFileSync(${JSON.stringify(report)}, JSON.stringify(loaded)));`;
  const node = ['--import', `data:text/javascript,${encodeURIComponent(hook)}`];
  const loadedBy = async (...given: string[]): Promise<string[]> => {
    await run(given, { cwd, node, env: { TOOLCRIB_LOG: 'debug' } });
    return JSON.parse(readFileSync(report, 'utf8')) as string[];
  };
  const watched = /node_modules\/(?:pino|@opentelemetry)\//u;

  const listing = await loadedBy('list_tools');
  expect(listing.length).toBeGreaterThan(3);
  expect(listing.filter((url) => watched.test(url))).toEqual([]);
  expect((await loadedBy('execute_tool', call('ping'))).some((url) => watched.test(url))).toBe(true);
  expect(existsSync(report)).toBe(true);
});
