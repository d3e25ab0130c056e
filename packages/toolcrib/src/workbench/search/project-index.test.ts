import {
  appendFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestBench, type TestBench } from '../bench.test-support.ts';
import { createSampleProject, type SampleProject } from '../sample-project.test-support.ts';
import { ProjectIndex } from './project-index.ts';
import { wordsOf } from './words.ts';

/** Where the system tells of changes, as far as these tests go. */
const watches = process.platform === 'linux';

let project: SampleProject;
let bench: TestBench;
let index: ProjectIndex;
/** How often ripgrep was started. */
let walks: number;
beforeEach(async () => {
  project = createSampleProject();
  bench = createTestBench(project);
  walks = 0;
  const { processes } = bench;
  const counting = {
    ...processes,
    start: (request: Parameters<typeof processes.start>[0]) => {
      walks++;
      return processes.start(request);
    },
  };
  index = new ProjectIndex(
    { files: bench.files, processes: counting },
    join(project.stateFolder, 'search.db'),
  );
});
afterEach(async () => {
  await index.close();
  await bench.close();
  project.remove();
});

const at = (path: string): string => join(project.root, path);
const put = (path: string, text: string): void => {
  mkdirSync(dirname(at(path)), { recursive: true });
  writeFileSync(at(path), text);
};
const find = async (query: string): Promise<string[]> => {
  await index.update();
  expect(index.progress.complete).toBe(true);
  return index
    .search(wordsOf(query), '.', 1000)
    .map(({ path }) => path)
    .toSorted();
};
/** What is found, and how often the project was walked for that. */
const walked = async (query: string): Promise<[found: string[], walks: number]> => {
  const before = walks;
  return [await find(query), walks - before];
};
const warmUp = async (): Promise<void> => {
  for (let time = 0; time < 2; time++) await find('nothing');
};

describe.skipIf(!watches)('a project that is watched is not walked', () => {
  test('when nothing has changed', async () => {
    put('a.txt', 'needle');
    expect(await walked('needle')).toEqual([['a.txt'], 1]);
    expect(await walked('needle')).toEqual([['a.txt'], 1]);
    for (let time = 0; time < 5; time++) expect(await walked('needle')).toEqual([['a.txt'], 0]);
  });

  test('when a file of it is edited, replaced or gone', async () => {
    put('lib/a.txt', 'needle');
    await warmUp();
    put('lib/a.txt', 'garden');
    expect([await walked('needle'), await walked('garden')]).toEqual([
      [[], 0],
      [['lib/a.txt'], 0],
    ]);
    writeFileSync(at('lib/a.tmp'), 'needle');
    renameSync(at('lib/a.tmp'), at('lib/a.txt'));
    expect(await walked('needle')).toEqual([['lib/a.txt'], 0]);
    rmSync(at('lib/a.txt'));
    expect(await walked('needle')).toEqual([[], 0]);
  });

  test('when empty folders come, go, and come again', async () => {
    put('lib/a.txt', 'needle');
    await warmUp();
    for (let time = 0; time < 3; time++) {
      for (const folder of ['.idea', 'lib/new']) mkdirSync(at(folder));
      expect(await walked('needle')).toEqual([['lib/a.txt'], 0]);
      for (const folder of ['.idea', 'lib/new']) rmSync(at(folder), { recursive: true });
      if (time > 0) expect(await walked('needle')).toEqual([['lib/a.txt'], 0]);
    }
    mkdirSync(at('lib/new'));
    expect(await walked('needle')).toEqual([['lib/a.txt'], 0]);
    put('lib/new/b.txt', 'needle');
    expect(await walked('needle')).toEqual([['lib/a.txt', 'lib/new/b.txt'], 1]);
    expect(await walked('needle')).toEqual([['lib/a.txt', 'lib/new/b.txt'], 0]);
    rmSync(at('lib/new'), { recursive: true });
    expect((await walked('needle'))[0]).toEqual(['lib/a.txt']);
  });

  test('when something that is ignored goes on', async () => {
    put('debug.log', 'needle');
    put('node_modules/deep/er/index.js', 'needle');
    await warmUp();
    appendFileSync(at('debug.log'), 'needle');
    put('node_modules/deep/er/more.js', 'needle');
    put('node_modules/new/index.js', 'needle');
    expect(await walked('needle')).toEqual([[], 0]);
  });
});

describe('the very next question sees', () => {
  beforeEach(async () => {
    put('lib/deep/a.txt', 'needle');
    put('empty/below/.keep', '');
    rmSync(at('empty/below/.keep'));
    await warmUp();
    await find('needle');
  });

  test.each<[string, () => void, string[]]>([
    ['a new file', () => put('lib/b.txt', 'needle'), ['lib/b.txt', 'lib/deep/a.txt']],
    [
      'a file in a folder that was empty',
      () => put('empty/below/b.txt', 'needle'),
      ['empty/below/b.txt', 'lib/deep/a.txt'],
    ],
    ['new folders with files', () => put('x/y/z/b.txt', 'needle'), ['lib/deep/a.txt', 'x/y/z/b.txt']],
    ['a renamed folder', () => renameSync(at('lib'), at('moved')), ['moved/deep/a.txt']],
    ['a removed folder', () => rmSync(at('lib'), { recursive: true }), []],
    [
      'a folder in the place of another',
      () => {
        renameSync(at('lib'), at('moved'));
        put('lib/deep/b.txt', 'needle');
      },
      ['lib/deep/b.txt', 'moved/deep/a.txt'],
    ],
    [
      'a folder that comes from elsewhere',
      () => {
        mkdirSync(join(project.outside, 'come/in'), { recursive: true });
        writeFileSync(join(project.outside, 'come/in/b.txt'), 'needle');
        renameSync(join(project.outside, 'come'), at('come'));
      },
      ['come/in/b.txt', 'lib/deep/a.txt'],
    ],
    ['a link instead of a file', () => replaceByLink('lib/deep/a.txt'), []],
    ['a link instead of a folder', () => replaceByLink('lib/deep'), []],
    ['a second name', () => linkSync(at('lib/deep/a.txt'), at('b.txt')), ['b.txt', 'lib/deep/a.txt']],
    ['what is ignored from now on', () => appendFileSync(at('.gitignore'), 'deep/\n'), []],
    ['a new list of what is ignored', () => put('lib/.ignore', '*.txt\n'), []],
    [
      'what is ignored no more',
      () => {
        put('debug.log', 'needle');
        writeFileSync(at('.gitignore'), '');
      },
      ['debug.log', 'lib/deep/a.txt'],
    ],
    ['a repository that excludes', () => put('.git/info/exclude', 'deep/\n'), []],
    [
      'a repository above it that ignores',
      () => {
        mkdirSync(join(dirname(project.root), '.git'));
        writeFileSync(join(dirname(project.root), '.gitignore'), 'deep/\n');
      },
      [],
    ],
  ])('%s', async (_, change, expected) => {
    change();
    expect(await find('needle')).toEqual(expected);
  });

  test('changes after changes, whatever they are', async () => {
    const random = createRandom(7);
    const pick = <Item>(items: readonly [Item, ...Item[]]): Item =>
      items[Math.floor(random() * items.length)] ?? items[0];
    const folder = (): string => pick(['', 'a', 'b', 'a/c', 'a/c/d', 'out', 'b/out']);
    const path = (): string => join(folder(), pick(['1.txt', '2.txt', '3.log']));
    const acts: [() => void, ...(() => void)[]] = [
      () => put(path(), 'needle'),
      () => put(path(), 'garden'),
      () => rmSync(at(path()), { force: true }),
      () => mkdirSync(at(folder()), { recursive: true }),
      () => rmSync(at(folder() || 'b'), { recursive: true, force: true }),
      () => {
        const [from, to] = [folder(), `${pick(['a', 'b'])}/${pick(['out', 'e', 'f'])}`];
        if (from === '' || to.startsWith(from) || !existsSync(at(from))) return;
        mkdirSync(dirname(at(to)), { recursive: true });
        rmSync(at(to), { recursive: true, force: true });
        renameSync(at(from), at(to));
      },
      () => put('.gitignore', pick(['node_modules/\nout/\n', 'node_modules/\n*.log\n', 'node_modules/\n'])),
    ];
    for (let step = 0; step < 100; step++) {
      for (let count = 1 + Math.floor(random() * 3); count > 0; count--) pick(acts)();
      if (random() < 0.3) await find('needle');
      expect(await find('needle'), `step ${step}`).toEqual(needlesIn(''));
    }
  });

  test('what another process has done to the index', async () => {
    const other = new ProjectIndex(bench, join(project.stateFolder, 'search.db'));
    renameSync(at('lib'), join(project.outside, 'lib'));
    await other.update();
    await other.close();
    renameSync(join(project.outside, 'lib'), at('lib'));
    expect(await find('needle')).toEqual(['lib/deep/a.txt']);
  });
});

function replaceByLink(path: string): void {
  renameSync(at(path), join(project.outside, 'target'));
  symlinkSync(join(project.outside, 'target'), at(path));
}

/** The files that say so and that the patterns of `.gitignore`, which are simple here, leave in. */
function needlesIn(folder: string): string[] {
  const patterns = readFileSync(at('.gitignore'), 'utf8').split('\n');
  const found: string[] = [];
  for (const entry of readdirSync(at(folder), { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && !patterns.includes(`${entry.name}/`)) found.push(...needlesIn(path));
    const ignored = entry.name.endsWith('.log') && patterns.includes('*.log');
    if (entry.isFile() && !ignored && readFileSync(at(path), 'utf8') === 'needle') found.push(path);
  }
  return found.toSorted();
}

/** The same numbers every time. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}
