import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Tree {
  readonly root: string;
  readonly state: string;
  /** A file of ten megabytes, from the root. */
  readonly large: string;
  remove(): void;
}

const words = 'alpha beta gamma delta request response parser token value index session handler'.split(' ');

/** A project of so many small source files, the same every time, and one large text. */
export function createTree(files: number): Tree {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'toolcrib-bench-')));
  const root = join(folder, 'project');
  for (let index = 0; index < files; index++) {
    const directory = join(root, `part${index % 40}`, `room${index % 400}`);
    if (index < 400) mkdirSync(directory, { recursive: true });
    writeFileSync(join(directory, `file${index}.${index % 4 === 0 ? 'md' : 'ts'}`), textOf(index));
  }
  writeFileSync(join(root, 'large.txt'), `${'a line of a large file, of some length\n'.repeat(263_000)}`);
  return {
    root,
    state: join(folder, 'state'),
    large: 'large.txt',
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function textOf(index: number): string {
  const lines = Array.from({ length: 40 }, (_, line) => {
    const pick = (by: number): string => words[(index * 7 + line * by) % words.length] ?? '';
    return `export const ${pick(3)}${line} = ${pick(5)}(${index}, '${pick(11)}');`;
  });
  return `${lines.join('\n')}\n${index % 100 === 0 ? '// NEEDLE in the haystack\n' : ''}`;
}
