import { posix } from 'node:path';
import type { Content, Judging, ProgramJudge } from '../judging.ts';
import { isAllWild } from '../places.ts';
import { literal, startOf, valueOf, type ShellWord } from '../shell/shell-word.ts';
import { judgeArrivals, judgeUnnamed } from './arrivals.ts';
import { parseOptions, readArguments } from './options.ts';
import { judgeArguments, judgeOptions } from './rule.ts';

const rmOptions = parseOptions(
  `-d -f -i -I -r!recursive_delete -R!recursive_delete -v --dir --force --interactive? --one-file-system
   --preserve-root? --recursive!recursive_delete --verbose`,
);

const rm: ProgramJudge = (command, judging) => {
  const given = readArguments(command.words, rmOptions);
  for (const { shape } of given.options)
    if (shape.asks !== undefined) judging.report(shape.asks, command.text);
  for (const word of given.unknown) judging.report('unknown_option', word.text);
  for (const word of given.operands) {
    if (word.kind === 'dynamic') judging.report('deletes_many', command.text);
    const pattern = patternOf(word);
    if (pattern !== undefined && matchesAll(pattern)) judging.report('deletes_many', command.text);
    if (word.kind === 'pattern' && word.start === '')
      judging.reportUnlessContained('unknown_value', word.text);
    judging.touch('write', word, 'delete');
  }
};

/** Also of a name that was put in place of it. */
function patternOf(word: ShellWord): string | undefined {
  return word.kind === 'pattern' ? word.pattern : word.kind === 'literal' ? word.matched : undefined;
}

/** Whether a pattern takes a whole folder: its last name has nothing of its own. */
function matchesAll(pattern: string): boolean {
  const last = pattern.replace(/\/+$/u, '').split('/').at(-1) ?? '';
  return isAllWild(last);
}

const cpOptions = parseOptions(
  `-a -d -f -i -n -p -P -r -R -t:write -T -u -v -x -H~follows_links -L~follows_links --archive
      --dereference~follows_links --force --interactive --no-clobber --no-dereference --no-target-directory --parents
      --preserve? --recursive --target-directory=write --update? --verbose`,
);

/** Into a folder it writes the names that the files have; a folder copied over the project may bring any name. */
const cp: ProgramJudge = (command, judging) => {
  const given = readArguments(command.words, cpOptions);
  const rule = { operands: 'copy', keeps: ['-n', '--no-clobber'] } as const;
  const named = given.options.find(({ name }) => name === '-t' || name === '--target-directory')?.value;
  const into = valueOf(named ?? given.operands.at(-1)) ?? '..';
  const sources = named === undefined ? given.operands.slice(0, -1) : given.operands;
  const keeps = given.options.some(({ name }) => rule.keeps.some((option) => option === name));
  if (!keeps) judgeUnnamed(sources, into, judging);
  judgeArguments(command, given, { rule, judging });
  judgeArrivals(sources, into, judging, keeps ? 'keep' : 'overwrite');
  const recursive = given.options.some(({ name }) => /^(?:-[arR]|--archive|--recursive)$/u.test(name));
  const links = given.options.some(({ name }) =>
    /^(?:-[adrRP]|--archive|--recursive|--no-dereference)$/u.test(name),
  );
  for (const source of links ? sources : []) judging.carries(source);
  if (recursive && !keeps) judging.scatters(named ?? given.operands.at(-1) ?? literal('.'));
  if (recursive && /^(?:\/|\.\.?(?:\/|$))/u.test(posix.normalize(into))) {
    judging.reportUnlessContained('overwrites_many', command.text);
  }
};

const mvOptions = parseOptions(
  `-f -i -n -t:write -T -u -v --force --interactive --no-clobber --no-target-directory --target-directory=write --update?
   --verbose`,
);

const mv: ProgramJudge = (command, judging) => {
  const given = readArguments(command.words, mvOptions);
  const named = given.options.find(({ name }) => name === '-t' || name === '--target-directory')?.value;
  const into = valueOf(named ?? given.operands.at(-1)) ?? '..';
  const sources = named === undefined ? given.operands.slice(0, -1) : given.operands;
  const keeps = given.options.some(({ name }) => name === '-n' || name === '--no-clobber');
  if (!keeps) judgeUnnamed(sources, into, judging);
  // What it takes from one place is in the other; only what is there already goes away.
  judgeArguments(command, given, { rule: { operands: 'write', keeps: true }, judging });
  judgeArrivals(sources, into, judging, keeps ? 'keep' : 'overwrite');
  for (const source of sources) judging.carries(source);
  const target = named === undefined && !keeps ? given.operands.at(-1) : undefined;
  if (valueOf(target) !== undefined && target !== undefined) judging.touch('write', target);
  for (const source of sources) judging.moves(source, literal(into));
};

const packOptions =
  parseOptions(`-# -c -d -f -k -l -n -q -t -v --best --decompress --fast --force --keep --list --no-name
  --quiet --stdout --test --uncompress --verbose`);

/** The names of packed files, and what they are called when they are unpacked. */
const packed: readonly (readonly [RegExp, string])[] = [
  [/[.-]gz$|[._-]z$|\.(?:bz2?|xz|lzma|zst|lz4?)$/iu, ''],
  [/\.(?:tgz|taz|tbz2?|txz|tlz|tzst|tlz4)$/iu, '.tar'],
  [/$/u, '.out'],
];
const suffixes = ['.gz', '.bz2', '.xz', '.zst'];

/** The file that it makes has another name, and the old one goes away. */
const pack: ProgramJudge = (command, judging) => {
  const given = readArguments(command.words, packOptions);
  const force = given.options.some(({ name }) => name === '-f' || name === '--force');
  judgeArguments(command, given, { rule: { operands: 'write', keeps: true }, judging });
  for (const word of given.operands) {
    const path = valueOf(word);
    if (path === undefined) continue;
    const unpacked = packed.flatMap(([ending, put]) => (ending.test(path) ? path.replace(ending, put) : []));
    const names = [...unpacked, ...suffixes.map((suffix) => path + suffix)];
    for (const name of names) judging.touch('write', literal(name, word.text), force ? 'overwrite' : 'keep');
  }
};

const chmodOptions = parseOptions(
  '-c -f -v -R!changes_permissions --changes --quiet --recursive!changes_permissions --silent --verbose',
);
/** Nobody else may write, nothing runs as somebody else. */
const modestMode = /^(?:0?[0-7][0-7][0145]|[ugoa]*[+-][rxX]+|u[+=-][rwxX]+|g[+=-][rwxX]+|[goa]+-[rwxX]+)$/u;

const chmod: ProgramJudge = (command, judging) => {
  // A mode may begin with a hyphen, as in `chmod -x file`.
  const [first, ...rest] = command.words;
  const mode = first !== undefined && /^-[rwxX]+$/u.test(valueOf(first) ?? '') ? first : undefined;
  const given = readArguments(mode === undefined ? command.words : rest, chmodOptions);
  judgeOptions(command, given, { judging });
  const [asked = mode, ...files] = mode === undefined ? given.operands : [mode, ...given.operands];
  if (!modestMode.test(valueOf(asked) ?? '?')) judging.report('changes_permissions', command.text);
  for (const word of files) judgeTarget(word, judging, 'keep');
};

const lnOptions = parseOptions(
  '-f -n -r -s -T -v --force --no-dereference --no-target-directory --relative --symbolic',
);

/** Where a link leads counts as written: what is later written through it was never looked at. */
const ln: ProgramJudge = (command, judging) => {
  const given = readArguments(command.words, lnOptions);
  judgeOptions(command, given, { judging });
  judging.reportUnlessContained('makes_links', command.text);
  const link = given.operands.length > 1 ? given.operands.at(-1) : undefined;
  const uses = (...names: string[]): boolean => given.options.some(({ name }) => names.includes(name));
  const fromLink = uses('-s', '--symbolic') && !uses('-r', '--relative');
  for (const word of given.operands) {
    const target = valueOf(word);
    const place = valueOf(link);
    if (word === link || !fromLink || target === undefined || place === undefined || target.startsWith('/')) {
      judgeTarget(word, judging, word === link && uses('-f', '--force') ? 'delete' : 'keep');
      if (word !== link && link !== undefined) judging.moves(word, link, 'link');
      continue;
    }
    // It leads on from the folder that the link is in, and the last word may be that folder.
    for (const folder of [posix.dirname(place), place]) {
      const led = literal(`${folder}/${target}`, word.text);
      judging.touch('write', led, 'keep');
      judging.moves(led, literal(place), 'link');
    }
  }
};

function judgeTarget(word: ShellWord, judging: Judging, content: Content): void {
  if (word.kind === 'dynamic') judging.report('unknown_value', word.text);
  if (word.kind === 'pattern' && startOf(word) === '')
    judging.reportUnlessContained('unknown_value', word.text);
  judging.touch('write', word, content);
}

const dd: ProgramJudge = (command, judging) => {
  judging.report('unknown_option', command.text);
  for (const word of command.words) {
    const [, key, path = ''] = /^(if|of)=(.*)$/u.exec(startOf(word)) ?? [];
    if (key !== undefined) judging.touch(key === 'of' ? 'write' : 'read', literal(path, word.text));
  }
};

/** Writers that need a closer look. */
export const writerJudges: Readonly<Record<string, ProgramJudge>> = {
  rm,
  cp,
  mv,
  chmod,
  ln,
  dd,
  ...Object.fromEntries(
    ['gzip', 'gunzip', 'bzip2', 'bunzip2', 'xz', 'unxz', 'zstd'].map((name) => [name, pack]),
  ),
};
