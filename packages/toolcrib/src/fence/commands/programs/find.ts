import type { Judging, ProgramJudge } from '../judging.ts';
import type { ReasonWord } from '../reasons.ts';
import { holds, literal, startOf, valueOf, type ShellWord } from '../shell/shell-word.ts';

/** Expressions that take nothing, and those that take one word. */
const alone =
  words(`! ( ) , -a -o -not -and -or -true -false -print -print0 -ls -prune -quit -empty -depth -d -daystart
  -mount -xdev -noleaf -nouser -nogroup -readable -writable -executable -warn -nowarn`);
const withWord =
  words(`-name -iname -path -ipath -wholename -iwholename -regex -iregex -regextype -lname -ilname
  -type -xtype -size -perm -user -group -uid -gid -links -inum -mtime -atime -ctime -mmin -amin -cmin -used
  -maxdepth -mindepth -newermt -newerct -newerat -printf -fstype`);
const withFile = /^-(?:newer|anewer|cnewer|newer[aBcm][aBcm]|samefile)$/u;
const runs = words('-exec -execdir -ok -okdir');

const asks: Readonly<Record<string, ReasonWord>> = { '-delete': 'deletes_many' };

export const find: ProgramJudge = (command, judging) => {
  const rest = [...command.words];
  while (/^-[HLP]$/u.test(valueOf(rest[0]) ?? '')) {
    if (valueOf(rest.shift()) !== '-P') judging.reportUnlessContained('follows_links', command.text);
  }
  const places: ShellWord[] = [];
  while (rest[0] !== undefined && !/^[-(!,]/u.test(startOf(rest[0]))) places.push(rest.shift() as ShellWord);
  for (const place of places) {
    // A file may be called `-delete`.
    if (place.kind === 'dynamic' || startOf(place) === '')
      judging.reportUnlessContained('unknown_value', place.text);
    judging.touch('read', place);
  }
  judgeExpression(rest, places.length === 0 ? [literal('.')] : places, judging);
};

function judgeExpression(rest: ShellWord[], places: readonly ShellWord[], judging: Judging): void {
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    const name = valueOf(word) ?? '';
    const danger = Object.hasOwn(asks, name) ? asks[name] : undefined;
    if (danger !== undefined) judging.report(danger, name);
    else if (name === '-L' || name === '-follow') judging.reportUnlessContained('follows_links', name);
    else if (runs.has(name)) judgeRun(name, rest, places, judging);
    else if (withWord.has(name)) judgeWord(rest.shift(), judging);
    else if (withFile.test(name)) judgeFile(rest.shift(), judging);
    else if (!alone.has(name)) judging.report('unknown_option', word.text);
  }
}

/** What becomes several words becomes expressions of their own. */
function judgeWord(word: ShellWord | undefined, judging: Judging): void {
  if (word?.kind === 'pattern') judging.reportUnlessContained('unknown_value', word.text);
  if (word?.kind === 'dynamic' && word.splits) judging.report('unknown_value', word.text);
}

function judgeFile(word: ShellWord | undefined, judging: Judging): void {
  judgeWord(word, judging);
  if (word?.kind === 'dynamic') judging.reportUnlessContained('unknown_value', word.text);
  if (word !== undefined) judging.touch('read', word);
}

/** Judges the command that is run for what was found: `{}` is some file below the places it looked in. */
function judgeRun(name: string, rest: ShellWord[], places: readonly ShellWord[], judging: Judging): void {
  const end = rest.findIndex((word, index) => {
    const value = valueOf(word);
    return value === ';' || (value === '+' && valueOf(rest[index - 1]) === '{}');
  });
  const inner = rest.splice(0, end < 0 ? rest.length : end + 1);
  if (end >= 0) inner.pop();
  const text = [name, ...inner.map((word) => word.text)].join(' ');
  if (end < 0) judging.report('unusual_syntax', text);
  // It would run in folders that are only known then, or wait for an answer.
  if (name !== '-exec') judging.report('unknown_option', text);
  judging.command(
    inner.flatMap((word) => found(word, places)),
    text,
  );
}

function found(word: ShellWord, places: readonly ShellWord[]): readonly ShellWord[] {
  if (!holds(word, '{}')) return [word];
  if (valueOf(word) !== '{}') return [{ kind: 'dynamic', start: '', splits: false, text: word.text }];
  return places.map((place) =>
    place.kind === 'dynamic'
      ? { ...place, text: '{}' }
      : { kind: 'pattern', start: `${startOf(place)}/`, pattern: `${startOf(place)}/*`, text: '{}' },
  );
}

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(/\s+/u));
}
