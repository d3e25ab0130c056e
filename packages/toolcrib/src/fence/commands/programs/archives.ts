import type { ProgramJudge, SimpleCommand } from '../judging.ts';
import { literal, startOf, valueOf, type ShellWord } from '../shell/shell-word.ts';
import { parseOptions, readArguments } from './options.ts';
import { judgeArguments } from './rule.ts';

const tarOptions = parseOptions(
  `-a -c -C:read -f: -h~follows_links -j -J -k -m -p -r -t -T:read~unknown_value -u -v -x -X:read -z -Z --append --auto-compress
   --bzip2 --create --directory=read --exclude= --exclude-from=read --exclude-vcs --extract --file= --files-from=read~unknown_value
   --get --gzip --keep-old-files --list --no-same-owner --numeric-owner --preserve-permissions --sort=
   --strip-components= --update --verbose --wildcards --xz --zstd`,
);

const tar: ProgramJudge = (command, judging) => {
  const given = readArguments(tarWords(command), tarOptions);
  const uses = (...names: string[]): boolean => given.options.some(({ name }) => names.includes(name));
  const unpacks = uses('-x', '--extract', '--get');
  const makes = uses('-c', '--create', '-r', '--append', '-u', '--update');
  judgeArguments(command, given, { rule: {}, judging });
  if (unpacks) judging.reportUnlessContained('unpacks', command.text);
  if (unpacks && !uses('-C', '--directory', '-k', '--keep-old-files')) judging.scatters(literal('.'));
  if (!unpacks && !makes && !uses('-t', '--list')) judging.report('unknown_option', command.text);
  for (const { name, value } of given.options) {
    if (unpacks && value !== undefined && (name === '-C' || name === '--directory')) {
      judging.touch('write', value, 'keep');
      judging.scatters(value);
    }
    if ((name !== '-f' && name !== '--file') || value === undefined) continue;
    // The name of a host before a colon makes tar start a remote shell.
    if (valueOf(value)?.includes(':') !== false) judging.report('unknown_value', value.text);
    // What is no archive is overwritten from its beginning.
    const adds = !uses('-c', '--create') && valueOf(value)?.endsWith('.tar') === true;
    if (valueOf(value) !== '-') judging.touch(makes ? 'write' : 'read', value, adds ? 'keep' : 'overwrite');
  }
};

/** The first word may be letters without a hyphen: each that takes a value then has one of the words behind it. */
function tarWords({ words }: SimpleCommand): readonly ShellWord[] {
  const [first, ...rest] = words;
  const letters = valueOf(first);
  if (letters === undefined || letters.startsWith('-')) return words;
  const options: ShellWord[] = [];
  for (const letter of letters) {
    const value = 'fCTX'.includes(letter) ? rest.shift() : undefined;
    options.push(literal(`-${letter}`, letters));
    if (value !== undefined) options.push(value);
  }
  return [...options, ...rest];
}

const unzipOptions = parseOptions('-l -p -q -t -v -Z -d:write -n -o -j');

const unzip: ProgramJudge = (command, judging) => {
  const given = readArguments(command.words, unzipOptions);
  judgeArguments(command, given, { rule: {}, judging });
  const looks = given.options.some(({ name }) => ['-l', '-p', '-t', '-v', '-Z'].includes(name));
  if (looks) return;
  judging.reportUnlessContained('unpacks', command.text);
  const into = given.options.find(({ name }) => name === '-d')?.value ?? literal('.');
  if (!given.options.some(({ name }) => name === '-n')) judging.scatters(into);
};

const zipOptions = parseOptions(
  '-# -D -i: -j -l -q -r~follows_links -u -v -x: -X -y --exclude= --include= --quiet --recurse-paths~follows_links',
);

const zip: ProgramJudge = (command, judging) => {
  const given = readArguments(command.words, zipOptions);
  judgeArguments(command, given, { rule: { operands: 'archive', keeps: true }, judging });
  for (const word of command.words) {
    // Together with another letter these are other options; an at sign ends the list of what is left out.
    if (/^-(?=\w.)\w*[ilx]|^@$/u.test(startOf(word))) judging.report('unknown_option', command.text);
  }
  const archive = valueOf(given.operands[0]);
  // A name without a dot gets one.
  if (archive !== undefined) judging.touch('write', literal(`${archive}.zip`), 'keep');
};

export const archiveJudges: Readonly<Record<string, ProgramJudge>> = { tar, unzip, zip };
