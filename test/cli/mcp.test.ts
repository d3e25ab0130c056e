import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { run, type Ended } from '../command.ts';
import { temporaryProject } from '../project.ts';

const script = fileURLToPath(
  new URL('../../packages/toolcrib/src/connectors/mcp/sample-server.test-support.ts', import.meta.url),
);

/** A project with a state of its own, and the command in it. */
function inProject(files: { readonly [name: string]: object } = {}): {
  readonly cwd: string;
  readonly toolcrib: (...given: readonly string[]) => Promise<Ended>;
  readonly config: () => { readonly mcpServers?: { readonly [name: string]: object } };
} {
  const cwd = temporaryProject(files);
  const env = { PATH: String(process.env['PATH']) };
  return {
    cwd,
    toolcrib: (...given) => run(given, { cwd, env }),
    config: () => JSON.parse(readFileSync(join(cwd, 'toolcrib.json'), 'utf8')) as object,
  };
}

test('a server is added, its tools are accepted at once, called, and removed again', async () => {
  const { cwd, toolcrib, config } = inProject();
  const words = ['--', 'LEVEL=debug', process.execPath, script, cwd];
  const added = await toolcrib('mcp', 'add', 'sample', '--yes', '--json', ...words);
  expect(added.stderr).toContain(
    '+ sample__echo 1.0.0 (new, read_write, confirm, read-only, says the server)',
  );
  expect(JSON.parse(added.stdout)).toMatchObject({ server: 'sample', accepted: true });
  expect(added.code).toBe(0);
  const entry = { command: process.execPath, args: [script, cwd], env: { LEVEL: 'debug' } };
  expect(config().mcpServers).toEqual({ sample: entry });
  expect(existsSync(join(cwd, 'toolcrib.lock'))).toBe(true);

  const starts = (): number => readFileSync(join(cwd, 'starts'), 'utf8').trim().split('\n').length;
  const before = starts();
  const listed = await toolcrib('mcp', 'list', '--json');
  expect(JSON.parse(listed.stdout)).toEqual([
    {
      name: 'sample',
      type: 'stdio',
      origin: entry,
      trust: false,
      required: false,
      accepted: true,
      tools: expect.any(Number),
      held_back: 0,
      logged_in: null,
    },
  ]);
  expect((await toolcrib('list')).stdout).toContain('sample__echo');
  // Lists are answered from what was accepted.
  expect(starts()).toBe(before);

  expect(await toolcrib('call', 'sample__echo', 'value=hello', '--yes')).toMatchObject({
    code: 0,
    stdout: 'hello\n',
  });
  expect((await toolcrib('call', 'sample__echo', 'value=hello')).code).toBe(3);
  expect((await toolcrib('mcp', 'restart', 'sample', '--json')).stdout).toBe(
    '{"server":"sample","restarted":true}\n',
  );
  expect((await toolcrib('mcp', 'remove', 'sample')).code).toBe(0);
  expect(config().mcpServers).toEqual({});
  expect((await toolcrib('call', 'sample__echo', 'value=hello', '--yes')).code).not.toBe(0);
});

test('a server that cannot be reached is written down, and says why and what to do', async () => {
  const { toolcrib, config } = inProject();
  const { code, stderr } = await toolcrib('mcp', 'add', 'gone', '--yes', '--', '/no/such/program');
  expect(code).toBe(1);
  expect(stderr).toContain('"gone" cannot be reached: there is no program /no/such/program');
  expect(stderr).toContain('toolcrib tools accept gone');
  expect(Object.keys(config().mcpServers ?? {})).toEqual(['gone']);
  expect((await toolcrib('mcp', 'add', 'gone', '--', 'x')).code).toBe(2);
});

test('what is typed wrong is told', async () => {
  const { toolcrib } = inProject();
  for (const given of [
    ['add'],
    ['add', 'x'],
    ['add', 'x', 'A=b'],
    ['add', 'x', 'http://h/', 'no header'],
    ['import'],
    ['login'],
    ['pause'],
  ])
    expect(await toolcrib('mcp', ...given), given.join(' ')).toMatchObject({ code: 2, stdout: '' });
  expect(await toolcrib('mcp', 'import', 'no-such-file.json', '--json')).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('"error_code":"file_missing"'),
  });
  for (const verb of ['remove', 'restart', 'login'])
    expect(await toolcrib('mcp', verb, 'nobody')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('"nobody"'),
    });
});

test('servers of other programs are taken over, without their secrets, and nothing is started', async () => {
  const { cwd, toolcrib, config } = inProject({
    'toolcrib.json': { mcpServers: { mine: { command: 'mine' } } },
    'mcp.json': {
      mcpServers: {
        mine: { command: 'theirs' },
        hub: { command: 'hub', env: { HUB_TOKEN: 'secret-of-theirs' }, autoApprove: ['all'] },
        bad: { url: 'ftp://x' },
        sample: { command: process.execPath, args: [script, '.'] },
      },
    },
  });
  const { code, stdout, stderr } = await toolcrib('mcp', 'import', 'mcp.json', '--json');
  expect(JSON.parse(stdout)).toEqual({
    added: ['hub', 'sample'],
    skipped: ['mine'],
    unusable: ['bad'],
    notes: [
      { kind: 'variable', server: 'hub', variable: 'HUB_TOKEN', path: 'env.HUB_TOKEN' },
      { kind: 'left_out', server: 'hub', key: 'autoApprove' },
    ],
  });
  expect(code).toBe(1);
  expect(stderr).toContain(
    'the secret in env.HUB_TOKEN was not copied. Set the environment variable HUB_TOKEN',
  );
  expect(config().mcpServers).toMatchObject({
    mine: { command: 'mine' },
    hub: { command: 'hub', env: { HUB_TOKEN: '${HUB_TOKEN}' } },
  });
  expect(JSON.stringify(config())).not.toContain('secret-of-theirs');
  expect(existsSync(join(cwd, 'starts'))).toBe(false);
});

test('the origin of a server shows no secrets, and another origin has to be accepted again', async () => {
  const { cwd, toolcrib } = inProject();
  await toolcrib('mcp', 'add', 'sample', '--yes', '--', 'API_TOKEN=hush-hush', process.execPath, script, cwd);
  const listed = await toolcrib('mcp', 'list', '--json');
  expect(listed.stdout).not.toContain('hush-hush');
  expect(JSON.parse(listed.stdout)).toMatchObject([
    { accepted: true, origin: { env: { API_TOKEN: '***' } } },
  ]);
  const file = join(cwd, 'toolcrib.json');
  writeFileSync(file, readFileSync(file, 'utf8').replace(script, `${script}", "changed`));
  expect((await toolcrib('trust', '--yes')).stderr).toContain('~ mcpServers.sample (line ');
  expect(JSON.parse((await toolcrib('mcp', 'list', '--json')).stdout)).toMatchObject([{ accepted: false }]);
  expect((await toolcrib('call', 'sample__echo', 'value=x', '--yes')).code).toBe(3);
});

test('a required server that nobody has accepted, or that is not there, is a problem; another is not', async () => {
  const { cwd, toolcrib } = inProject({
    'toolcrib.json': {
      mcpServers: { other: { command: '/no/such' }, needed: { command: '/no/such', required: true } },
    },
  });
  const unaccepted = await toolcrib('check', '--json');
  expect(unaccepted.code).toBe(4);
  expect(JSON.parse(unaccepted.stdout)).toMatchObject({
    problems: [{ code: 'source_required', path: 'mcpServers.needed', line: expect.any(Number) }],
  });
  expect((await toolcrib('call', 'calculator', 'expression=1+1')).code).toBe(0);

  await toolcrib('mcp', 'add', 'sample', '--yes', '--', process.execPath, script, cwd);
  const file = join(cwd, 'toolcrib.json');
  const config = JSON.parse(readFileSync(file, 'utf8')) as { mcpServers: { [name: string]: object } };
  const sample = { ...config.mcpServers['sample'], required: true };
  writeFileSync(file, JSON.stringify({ mcpServers: { sample } }));
  expect(await toolcrib('check')).toMatchObject({ code: 0 });
  expect(await toolcrib('list')).toMatchObject({ code: 0, stderr: expect.not.stringContaining('required') });
});
