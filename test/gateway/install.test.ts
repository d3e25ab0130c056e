import { execFile } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { command, run, type Ended } from '../command.ts';
import { temporaryProject } from '../project.ts';

const files = {
  'claude-code': ['.mcp.json', 'mcpServers'],
  'claude-desktop': ['.config/Claude/claude_desktop_config.json', 'mcpServers'],
  cursor: ['.cursor/mcp.json', 'mcpServers'],
  vscode: ['.vscode/mcp.json', 'servers'],
  gemini: ['.gemini/settings.json', 'mcpServers'],
  windsurf: ['.codeium/windsurf/mcp_config.json', 'mcpServers'],
  zed: ['.config/zed/settings.json', 'context_servers'],
} as const;

function atHome(): { readonly cwd: string; readonly install: (...given: string[]) => Promise<Ended> } {
  const cwd = temporaryProject();
  const env = { HOME: cwd, TOOLCRIB_STATE: String(process.env['TOOLCRIB_STATE']) };
  return { cwd, install: (...given) => run(['mcp', 'install', ...given], { cwd, env }) };
}

test.each(Object.entries(files))(
  '%s: the entry is shown, or written where the client reads it',
  async (client, at) => {
    const [file, section] = at;
    const { cwd, install } = atHome();
    const shown = await install(client, '--agent', 'user', '--expose', 'search');
    expect(shown.code).toBe(0);
    // Only what is known to show forms to its person is named an approver, and that is said.
    const showsForms = ['claude-code', 'cursor', 'vscode'].includes(client);
    const approver = showsForms ? ['--approver'] : [];
    expect(shown.stderr.includes(`in the forms of ${client} approves calls`)).toBe(showsForms);
    const args = [command, 'mcp', '--project', cwd, '--agent', 'user', '--expose', 'search', ...approver];
    const entry = expect.objectContaining({ command: process.execPath, args }) as object;
    expect(JSON.parse(shown.stdout)).toEqual({ [section]: { toolcrib: entry } });
    expect(shown.stderr).toContain(file);
    expect(lstatSync(join(cwd, file), { throwIfNoEntry: false })).toBeUndefined();
    const written = await install(client, '--agent', 'user', '--expose', 'search', '--write');
    expect(written.code).toBe(0);
    expect(JSON.parse(readFileSync(join(cwd, file), 'utf8'))).toEqual({ [section]: { toolcrib: entry } });
  },
);

test('what else is in the file stays as it is, comments, links and all', async () => {
  const { cwd, install } = atHome();
  const real = join(cwd, 'dotfiles.json');
  const file = join(cwd, '.config/zed/settings.json');
  const before =
    '// mine\n{\n\t"theme": "dark", // nice\n\t"context_servers": {\n\t\t"other": { "command": "x" },\n\t},\n}\n';
  writeFileSync(real, before, { mode: 0o640 });
  mkdirSync(dirname(file), { recursive: true });
  symlinkSync(real, file);
  expect((await install('zed', '--write')).code).toBe(0);
  const after = readFileSync(real, 'utf8');
  expect(after).toContain('// mine\n{\n\t"theme": "dark", // nice\n');
  expect(after).toMatch(/"other": \{\s+"command": "x"\s+\},\s+"toolcrib": \{/u);
  expect(lstatSync(file).isSymbolicLink()).toBe(true);
  expect(lstatSync(real).mode & 0o777).toBe(0o640);
  const again = await install('zed', '--write');
  expect(again.stderr).toContain('already');
  expect(readFileSync(real, 'utf8')).toBe(after);
});

test('another entry of the name is left alone unless forced, and a file that cannot be read always is', async () => {
  const { cwd, install } = atHome();
  const file = join(cwd, '.mcp.json');
  const taken = '{"mcpServers": {"toolcrib": {"command": "mine"}}}';
  writeFileSync(file, taken);
  const refused = await install('claude-code', '--write');
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain('--force');
  expect(readFileSync(file, 'utf8')).toBe(taken);
  expect((await install('claude-code', '--write', '--name', 'crib')).code).toBe(0);
  expect((await install('claude-code', '--write', '--force')).code).toBe(0);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
    mcpServers: { toolcrib: { command: process.execPath }, crib: {} },
  });
  for (const broken of [
    '{"mcpServers": {',
    '[]',
    '{"mcpServers": []}',
    '{"mcpServers": {}, "mcpServers": {}}',
  ]) {
    writeFileSync(file, broken);
    expect((await install('claude-code', '--write', '--force')).code).toBe(1);
    expect(readFileSync(file, 'utf8')).toBe(broken);
  }
});

test('codex: a table is added to its TOML, replaced when forced, and inline tables are left alone', async () => {
  const { cwd, install } = atHome();
  const file = join(cwd, '.codex/config.toml');
  mkdirSync(dirname(file));
  const before =
    'model = "o5"\n\n[mcp_servers.toolcrib]\ncommand = "mine"\n\n[mcp_servers.toolcrib.env]\nA = "1"\n\n[other]\nx = 1\n';
  writeFileSync(file, before);
  expect((await install('codex', '--write')).code).toBe(1);
  expect(readFileSync(file, 'utf8')).toBe(before);
  expect((await install('codex', '--write', '--force')).code).toBe(0);
  const table = `[mcp_servers.toolcrib]\ncommand = ${JSON.stringify(process.execPath)}\nargs = [${JSON.stringify(command)}, "mcp", "--project", ${JSON.stringify(cwd)}]\n`;
  expect(readFileSync(file, 'utf8')).toBe(`model = "o5"\n\n${table}\n[other]\nx = 1\n`);
  expect((await install('codex', '--write')).stderr).toContain('already');
  writeFileSync(file, 'model = "o5"');
  expect((await install('codex', '--write')).code).toBe(0);
  expect(readFileSync(file, 'utf8')).toBe(`model = "o5"\n\n${table}`);
  const inline = 'mcp_servers = { a = { command = "x" } }\n';
  writeFileSync(file, inline);
  expect((await install('codex', '--write', '--force')).code).toBe(1);
  expect(readFileSync(file, 'utf8')).toBe(inline);
});

test('a client or a name that is none is wrong usage', async () => {
  const { install } = atHome();
  expect(await install('emacs')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('claude-code') as string,
  });
  expect((await install('codex', '--name', 'a]\nb')).code).toBe(2);
  expect((await install()).code).toBe(2);
});

test('started by npx, the entry does not run a program or registry of the folder that a client starts it in', async () => {
  const home = temporaryProject();
  const fetched = join(home, '.npm/_npx/1f/node_modules/toolcrib');
  mkdirSync(join(fetched, 'bin'), { recursive: true });
  copyFileSync(command, join(fetched, 'bin/toolcrib.js'));
  for (const part of ['dist', 'package.json'])
    symlinkSync(join(dirname(command), '..', part), join(fetched, part));
  const shown = await started(
    [process.execPath, join(fetched, 'bin/toolcrib.js'), 'mcp', 'install', 'cursor'],
    { cwd: home, home },
  );
  const { mcpServers } = JSON.parse(shown) as {
    readonly mcpServers: {
      readonly toolcrib: { readonly command: string; readonly args: readonly string[] };
    };
  };
  const { command: program, args } = mcpServers.toolcrib;
  expect([program, ...args.slice(0, 5)]).toEqual(['npx', '--prefix', home, '-y', 'toolcrib', 'mcp']);
  const ran = join(home, 'ran');
  const clone = temporaryProject({ 'package.json': {} });
  const planted = join(clone, 'node_modules/.bin/toolcrib');
  mkdirSync(dirname(planted), { recursive: true });
  writeFileSync(planted, `#!/bin/sh\necho ran > ${ran}\n`, { mode: 0o755 });
  await started(['npx', '--offline', ...args], { cwd: clone, home });
  expect(existsSync(ran)).toBe(false);
  await started(['npx', '--offline', ...args.slice(2)], { cwd: clone, home });
  expect(existsSync(ran)).toBe(true);
});

/** What a program says on standard output, however it ends. */
function started(
  [program = '', ...given]: readonly string[],
  { cwd, home }: { readonly cwd: string; readonly home: string },
): Promise<string> {
  const env = { PATH: process.env['PATH'], HOME: home, TOOLCRIB_STATE: process.env['TOOLCRIB_STATE'] };
  return new Promise((resolve) => execFile(program, given, { cwd, env }, (_, stdout) => resolve(stdout)));
}
