import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inTurn, layOut, placeOf, runIn } from './bash-oracle.test-support.ts';
import { commandEnvironment } from './command-environment.ts';

/** What a line did with the programs of this machine that it should not have. */
export interface Harm {
  readonly line: string;
  /** It started the program that is a trap. */
  readonly sprung: boolean;
  /** It told what stands in a file outside the project. */
  readonly leaked: boolean;
  /** Files of the project that it made. */
  readonly made: readonly string[];
  /** Files of the project that it changed or took away. */
  readonly changed: readonly string[];
  /** Files of the project with content that is nowhere any more, not even at the beginning of a file. */
  readonly lost: readonly string[];
}

const secret = 'THE-SECRET';

/** A program that only writes down that it was started. */
const trap = `#!/bin/sh
echo "$0" >>"$LOG"; exit 1
`;

/** Names of files that a pattern would turn into options, one in each project. */
const lurking = [
  '-Ocurl',
  '--output=out',
  '-oout',
  '--files0-from=list0',
  '-flist',
  '-o',
  '--compress-program=curl',
  '-Cmf',
];

const runner = inTurn(`
    lurking=(${lurking.map((name) => `'${name}'`).join(' ')})
    : >"logs/$number.out"
    mkdir "work/$number" && cp -r sample "work/$number/project" && cp secret "work/$number"
    cd "work/$number/project" || exit
    : >"./\${lurking[10#$number % ${lurking.length}]}"
    PATH="$1/traps:$PATH" HOME="$1/home" run 3 "$text" '' "$1/logs/$number.out"`);

/** Packed files under all the names by which they are known as such, as far as there is a program for it. */
const packing = `
tar cf t.tar f; tar czf a.tgz f; cp a.tgz a.taz; zip -q a.zip f
for name in z.gz g.z g-gz g_z g-z; do gzip -c f >$name; done
for name in b.bz2 b.bz a.tbz a.tbz2; do bzip2 -c f >$name; done
for name in k.xz a.txz; do xz -c f >$name; done
for name in k.lzma a.tlz; do xz -F lzma -c f >$name; done
for name in s.zst a.tzst; do zstd -q -c f >$name; done
exit 0
`;
const sample: Readonly<Record<string, string>> = {
  f: 'a b\nb\n',
  x: 'b\na\n',
  y: 'a b\n',
  j: '{"a": 1}\n',
  p: 'curl\n',
  list: '../secret\n',
  list0: '../secret\0',
  'src/a.ts': 'a\n',
};

/** Runs each line in a project of its own with the programs of this machine. The program \`curl\` is a trap. */
export function watchTraps(lines: readonly string[]): Harm[] {
  const folder = layOut(lines);
  try {
    for (const name of ['traps', 'home', 'sample/src']) mkdirSync(join(folder, name), { recursive: true });
    writeFileSync(join(folder, 'traps/curl'), trap, { mode: 0o755 });
    writeFileSync(join(folder, 'secret'), secret);
    for (const [name, text] of Object.entries(sample)) writeFileSync(join(folder, 'sample', name), text);
    const there = { cwd: join(folder, 'sample'), env: { HOME: folder, PATH: '/usr/bin:/bin' } };
    execFileSync('bash', ['-c', packing], { ...there, stdio: 'ignore' });
    execFileSync('git', ['init', '-q', '--template='], there);
    execFileSync('git', ['add', '-A'], there);
    const author = ['-c', 'user.name=x', '-c', 'user.email=x@example.com'];
    execFileSync('git', [...author, 'commit', '-q', '-m', 'x'], there);
    // Fewer files to copy for each line.
    execFileSync('git', ['gc', '-q'], there);
    runIn(folder, runner, { jailed: true, environment: commandEnvironment });
    const before = contents(join(folder, 'sample'));
    return lines.map((line, index) => {
      const log = join(folder, 'logs', placeOf(index));
      const after = contents(join(folder, 'work', placeOf(index), 'project'));
      return {
        line,
        sprung: readFileSync(log, 'utf8') !== '',
        leaked: readFileSync(`${log}.out`, 'utf8').includes(secret),
        made: [...after.keys()].filter((name) => !before.has(name) && !lurking.includes(name)),
        changed: [...before.keys()].filter((name) => before.get(name) !== after.get(name)),
        lost: lostIn(before, after),
      };
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function lostIn(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string[] {
  const textOf = (content: string): string => content.slice(content.indexOf(' ') + 1);
  const left = [...after.values()].map(textOf);
  return [...before].flatMap(([name, content]) => {
    const text = textOf(content);
    return text === '' || left.some((each) => each.startsWith(text)) ? [] : [name];
  });
}

function contents(folder: string): Map<string, string> {
  const found = new Map<string, string>();
  const visit = (path: string): void => {
    for (const entry of readdirSync(join(folder, path), { withFileTypes: true })) {
      const name = join(path, entry.name);
      if (name === '.git') continue;
      if (entry.isDirectory()) visit(name);
      else if (entry.isFile()) {
        const file = join(folder, name);
        found.set(name, `${statSync(file).mode} ${readFileSync(file, 'latin1')}`);
      } else found.set(name, 'neither');
    }
  };
  visit('');
  return found;
}
