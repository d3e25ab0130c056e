import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openToolcrib, unwrap, type Toolcrib } from '../packages/toolcrib/dist/index.js';
import { interleave } from './measuring/interleave.ts';
import { median } from './measuring/median.ts';
import { ratio } from './measuring/ratio.ts';
import { publish, type Section } from './measuring/section.ts';
import { table, toDigits } from './measuring/table.ts';
import { createTree, type Tree } from './workbench/tree.ts';

const files = 20_000;
const rounds = 11;
const target = 1.3;
const run = promisify(execFile);

/** One thing to do; several with the same base are compared with it. */
interface Way {
  readonly name: string;
  readonly base: string;
  readonly work: () => Promise<unknown>;
}

const tree = createTree(files);
try {
  publish(await measureWorkbench(tree));
} finally {
  tree.remove();
}

async function measureWorkbench({ root, state, large }: Tree): Promise<Section> {
  const open = (sandbox: 'best_effort' | 'off'): Promise<Toolcrib> =>
    openToolcrib({
      trust: 'always',
      project: root,
      environment: { TOOLCRIB_STATE: state },
      service: { sandbox },
    });
  const [fenced, open_] = [await open('best_effort'), await open('off')];
  const call = (opened: Toolcrib, name: string, given: object) => async () =>
    unwrap(await opened.service.execute(name, given, { timeout: 300_000 }));
  const { rgPath } = (await import('../node_modules/@vscode/ripgrep/lib/index.js')) as { rgPath: string };
  // Its exit code does not matter: a folder that kept a name free may go while it looks.
  const rg =
    (...given: string[]) =>
    () =>
      run(rgPath, given, { cwd: root, maxBuffer: 1e9 }).catch(() => undefined);

  const firstSearch = await timeOf(call(fenced, 'Search', { query: 'needle haystack' }));
  let complete = firstSearch;
  while ('note' in ((await call(fenced, 'Search', { query: 'needle' })()) as object)) {
    complete = firstSearch + (await timeOf(call(fenced, 'Search', { query: 'needle' })));
  }

  const layer = (await fenced.workbench.diagnose()).layer;
  const ways: Way[] = [
    { name: 'readFile, 10 MB', base: 'readFile, 10 MB', work: () => readFile(join(root, large), 'utf8') },
    { name: 'Read, 10 MB', base: 'readFile, 10 MB', work: call(fenced, 'Read', { file_path: large }) },
    { name: 'rg --files', base: 'rg --files', work: rg('--files', '--hidden', '--no-config', './') },
    {
      name: 'rg --files -g --sortr modified',
      base: 'rg --files',
      work: rg('--files', '--sortr', 'modified', '-g', '**/*.md', './'),
    },
    { name: 'Glob **/*.md', base: 'rg --files', work: call(fenced, 'Glob', { pattern: '**/*.md' }) },
    {
      name: 'rg NEEDLE',
      base: 'rg NEEDLE',
      work: rg('--line-number', '--hidden', '--no-config', 'NEEDLE', './'),
    },
    { name: 'Grep NEEDLE', base: 'rg NEEDLE', work: call(fenced, 'Grep', { pattern: 'NEEDLE' }) },
    { name: 'bash -c true', base: 'bash -c true', work: () => run('/bin/bash', ['-c', 'true']) },
    { name: 'Bash true, sandbox off', base: 'bash -c true', work: call(open_, 'Bash', { command: 'true' }) },
    { name: `Bash true, ${layer}`, base: 'bash -c true', work: call(fenced, 'Bash', { command: 'true' }) },
    { name: 'Search, warm', base: 'rg NEEDLE', work: call(fenced, 'Search', { query: 'needle haystack' }) },
  ];
  for (const { work } of ways) await work();
  const samples = await interleave(ways, rounds, ({ work }) => timeOf(work));
  const byName = new Map([...samples].map(([{ name }, own]) => [name, own]));
  await fenced.close();
  await open_.close();

  const costs = ways.map(({ name, base }) => ({
    name,
    base,
    milliseconds: median(byName.get(name) ?? []),
    timesBase: ratio(byName.get(name) ?? [], byName.get(base) ?? []),
  }));
  const reached = Math.max(
    ...costs
      .filter(({ name }) => name.startsWith('Glob') || name.startsWith('Grep'))
      .map(({ timesBase }) => timesBase),
  );
  return {
    title: `The workbench, over ${files.toLocaleString('en')} files`,
    markdown: [
      `Target: Glob and Grep ≤ ${target}× raw rg. Measured: ${toDigits(reached)}× (${reached <= target ? 'met' : 'missed'}).`,
      `The first Search answered after ${toDigits(firstSearch)} ms, its index was complete after ${toDigits(complete)} ms.`,
      table(
        ['way', 'ms', '× base', 'base'],
        costs.map(({ name, milliseconds, timesBase, base }) => [name, milliseconds, timesBase, base]),
      ),
    ].join('\n\n'),
    data: { files, rounds, target, reached, firstSearch, complete, costs },
    figures: [{ what: 'Glob and Grep beside raw rg', value: reached, unit: '×', better: 'less', target }],
  };
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
