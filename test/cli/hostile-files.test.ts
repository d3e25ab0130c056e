import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { run, type Ended } from '../command.ts';
import { clonedProject, temporaryProject } from '../project.ts';

/** What a repository can put where a file is expected. */
const contents: { readonly [what: string]: (file: string) => void } = {
  'a named pipe': (file) => execFileSync('mkfifo', [file]),
  'an endless device': (file) => symlinkSync('/dev/zero', file),
  'a folder with something in it': (file) => mkdirSync(join(file, 'x'), { recursive: true }),
  'a terabyte': (file) => {
    writeFileSync(file, '{}');
    truncateSync(file, 2 ** 40);
  },
  'a million levels': (file) => writeFileSync(file, `${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}`),
  'Latin-1': (file) => writeFileSync(file, Buffer.from('{"locale": "\xfc"}', 'latin1')),
  'a link in a circle': (file) => symlinkSync(file, file),
};

interface Reader {
  /** Where the project has it. */
  readonly file: string;
  readonly command: readonly string[];
  readonly files?: { readonly [name: string]: unknown };
}

const server = { mcpServers: { one: { command: 'true' } } };

/** Each command that reads a file which a project names. */
const readers: { readonly [what: string]: Reader } = {
  'the configuration': { file: 'toolcrib.json', command: ['check', '--json'] },
  'the configuration, to be trusted': { file: 'toolcrib.json', command: ['trust', '--yes', '--json'] },
  'the lock': {
    file: 'toolcrib.lock',
    command: ['check', '--json'],
    files: { 'toolcrib.json': server },
  },
  'servers of another client': { file: '.mcp.json', command: ['mcp', 'import', '.mcp.json', '--json'] },
  'the entries of another client': {
    file: '.mcp.json',
    command: ['mcp', 'install', 'claude-code', '--write', '--json'],
  },
  'a document of an API': {
    file: 'api.yaml',
    command: ['openapi', 'add', 'api.yaml', '--name', 'api', '--json'],
  },
  'a plugin': { file: 'x.wasm', command: ['register_custom_tool', 'x.wasm'] },
  'a plan': { file: 'plan.json', command: ['plan', 'check', 'plan.json', '--json'] },
};

test.each(Object.entries(readers))('%s: whatever it is, the command ends with a code', async (_, reader) => {
  const { file, command, files = {} } = reader;
  for (const [content, write] of Object.entries(contents)) {
    const project = temporaryProject(files);
    write(join(project, file));
    const { code, stdout, stderr } = await run(command, {
      cwd: project,
      // A device that was read would otherwise fill the memory of the machine.
      node: ['--max-old-space-size=256'],
    });
    const said = `${stdout}${stderr}`;
    expect([content, code === 0, said]).toEqual([
      content,
      false,
      expect.stringMatching(/"(?:code|error_code|result)": ?"[a-z0-9_]+"/u),
    ]);
    // A stack is what an error leaves that nobody expected.
    expect([content, /\n\s+at /u.test(stderr)]).toEqual([content, false]);
  }
});

test.each(Object.keys(contents))(
  'trust --list and doctor pass over %s in place of a file',
  async (content) => {
    const state = clonedProject();
    const project = clonedProject({ 'toolcrib.json': '{"locale": "en"}' });
    const toolcrib = (...given: string[]): Promise<Ended> =>
      run(given, { cwd: project, env: { TOOLCRIB_STATE: state, HOME: clonedProject() } });
    expect((await toolcrib('trust', '--yes')).code).toBe(0);
    execFileSync('rm', [join(project, 'toolcrib.json')]);
    contents[content]?.(join(project, 'toolcrib.json'));
    const listed = await toolcrib('trust', '--list', '--json');
    expect(JSON.parse(listed.stdout)).toMatchObject([{ state: expect.stringMatching(/changed|gone/u) }]);
    execFileSync('rm', ['-r', join(project, 'toolcrib.json')]);
    contents[content]?.(join(project, '.mcp.json'));
    const examined = await toolcrib('doctor', '--json');
    expect(Array.isArray((JSON.parse(examined.stdout) as { findings: unknown }).findings)).toBe(true);
  },
);
