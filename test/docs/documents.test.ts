import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, test } from 'vitest';
import { text, ToolService, type MessageCode } from '@toolcrib/core';
import { openToolcrib } from 'toolcrib';
import { renderedFolders, renderedPages } from '../../scripts/rendered-pages.ts';

const root = resolve(import.meta.dirname, '../..');
const run = promisify(execFile);
const scratch = mkdtempSync(join(root, 'test/docs/.run-'));
const project = mkdtempSync(join(tmpdir(), 'toolcrib-docs-'));
afterAll(async () => {
  for (const child of behind) {
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  }
  for (const folder of [scratch, project]) rmSync(folder, { recursive: true });
});

const pages = [
  'README.md',
  'README.zh-CN.md',
  'packages/core/README.md',
  'packages/toolcrib/README.md',
  ...readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

interface Block {
  readonly page: string;
  readonly language: string;
  readonly code: string;
}

const blocks: Block[] = pages.flatMap((page) =>
  [...readFileSync(join(root, page), 'utf8').matchAll(/^```(\w+)\n(.*?)^```/gmsu)].map(
    ([, language = '', code = '']) => ({ page, language, code }),
  ),
);
const of = (language: string): [name: string, code: string][] =>
  blocks
    .filter((block) => block.language === language)
    .map(({ page, code }, index) => [`${page} #${index + 1}`, code]);

describe('programs in the documentation run', () => {
  test.each(of('ts'))('%s', async (name, code) => {
    const file = join(scratch, `${name.replaceAll(/\W+/gu, '-')}.ts`);
    writeFileSync(file, code);
    await run(process.execPath, [file], { cwd: project });
  });
});

describe('commands in the documentation do what they say', () => {
  const bin = join(root, 'packages/toolcrib/bin/toolcrib.js');
  const commands = blocks
    .filter(({ language }) => language === 'sh')
    .flatMap(({ page, code }) => code.split('\n').map((line) => [page, line] as const))
    .filter(([, line]) => /npx toolcrib|^node examples/u.test(line));

  test.each(commands)('%s: %s', async (page, line) => {
    const { cwd, port } = await placeOf(page);
    const [command = '', expected = '0'] = line.split(/ # exit /u);
    const shell = command
      .replaceAll('npx toolcrib', `"${process.execPath}" "${bin}"`)
      .replaceAll(/(?<=\b127\.0\.0\.1:|serve\.ts )4010\b/gu, String(port))
      .replace(/^node /u, `"${process.execPath}" `);
    const behind = /^(.*?)\s*&\s*(?:#.*)?$/u.exec(shell)?.[1];
    if (behind !== undefined) return startBehind(behind, cwd);
    const ended = await run('sh', ['-c', shell], { cwd }).then(
      () => 0,
      (error: { code: number }) => error.code,
    );
    expect(ended).toBe(Number(expected));
  });
});

interface Place {
  readonly cwd: string;
  /** In place of the one that the examples name. */
  readonly port: number;
}

const places = new Map<string, Promise<Place>>();
const behind: ChildProcess[] = [];

/** Where the commands of a page run: a project of its own, with the example that the first page uses. */
function placeOf(page: string): Promise<Place> {
  const known = places.get(page) ?? makePlace();
  places.set(page, known);
  return known;
}

async function makePlace(): Promise<Place> {
  const cwd = mkdtempSync(join(project, 'page-'));
  cpSync(join(root, 'examples/library'), join(cwd, 'examples/library'), { recursive: true });
  const server = createServer();
  await new Promise<void>((resolved) => server.listen(0, '127.0.0.1', resolved));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolved) => server.close(resolved));
  return { cwd, port };
}

/** What goes on behind the lines that follow; it has begun when it says something. */
async function startBehind(shell: string, cwd: string): Promise<void> {
  const child = spawn('sh', ['-c', `exec ${shell}`], { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  behind.push(child);
  await Promise.race([once(child.stdout, 'data'), once(child.stderr, 'data')]);
  expect(child.exitCode).toBeNull();
}

test('configurations in the documentation have no problems', async () => {
  const configurations = of('json').filter(([, code]) =>
    /"(?:tools|telemetry|plugins|server)": [[{]/u.test(code),
  );
  expect(configurations.length).toBeGreaterThan(0);
  for (const [, code] of configurations) {
    writeFileSync(join(project, 'documented.json'), code);
    const environment = { TOOLCRIB_LOG: 'off' };
    const { problems, close } = await openToolcrib({
      trust: 'always',
      project,
      config: 'documented.json',
      environment,
    });
    expect(problems).toEqual([]);
    await close();
  }
});

test('links lead somewhere', () => {
  for (const page of [...pages, 'CONTRIBUTING.md', 'examples/README.md', ...inFolders(renderedFolders)]) {
    const links = readFileSync(join(root, page), 'utf8').matchAll(/\]\((?!https?:)([^)#]+)/gu);
    for (const [, target = ''] of links) {
      const file = resolve(root, dirname(page), target);
      expect(() => readdirSync(dirname(file)), `${page} → ${target}`).not.toThrow();
      expect(readdirSync(dirname(file)), `${page} → ${target}`).toContain(
        relative(dirname(file), file).replace(/\/$/u, ''),
      );
    }
  }
});

test('pages made from the code are as the code is', async () => {
  const rendered = await renderedPages();
  for (const [file, expected] of rendered)
    expect(readFileSync(join(root, file), 'utf8'), file).toBe(expected);
  expect(inFolders(renderedFolders).filter((file) => !rendered.has(file))).toEqual([]);
});

test('every code of a failed call is on the page of errors', () => {
  const page = readFileSync(join(root, 'docs/errors.md'), 'utf8');
  const codes = readFileSync(join(root, 'packages/core/src/messages/facts.ts'), 'utf8').matchAll(
    /^ {2}([a-z_]+):/gmu,
  );
  const listed = [...codes]
    .map(([, code]) => code as MessageCode)
    .filter((code) => !code.startsWith('risk_'));
  expect(listed.length).toBeGreaterThan(40);
  expect(listed.filter((code) => !page.includes(`\`${code}\``))).toEqual([]);
});

test('the sentence about permissions in the Chinese README is the one that is said', () => {
  expect(readFileSync(join(root, 'README.zh-CN.md'), 'utf8')).toContain(
    text('permission_denied', { tool: 'x', required: 'read_write', held: 'read_only' }, 'zh-CN'),
  );
  expect(new ToolService().listTools()).toHaveLength(5);
});

function inFolders(folders: readonly string[]): string[] {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md'))
      .map((name) => `${folder}/${name}`),
  );
}
