import type { FilledParameters } from '../discovery/parameters/fill-parameters.ts';
import { meaningsInSigns } from '../discovery/meanings.ts';
import { readText } from '../discovery/parameters/spans.ts';
import { hasHan } from '../discovery/parameters/words.ts';
import type { JsonSchemaObject } from '../schema/json-schema.ts';
import { isObject } from '../schema/json-type.ts';
import type { Tool } from '../tool/tool.ts';
import { verbEn, verbZh, verbsZhAnywhere } from './connectives.ts';
import { termsOf } from './offers.ts';

/** Below this, words were taken because nothing better was there. */
export const sureOfWords = 3;

/**
 * A step is short, and its verb is about all that it says besides its values. What was taken for a value and only says what
 * is to be done is let go; what nothing has taken is offered to what is still open.
 */
export function tidyFilled(filled: FilledParameters, text: string, tool: Tool): FilledParameters {
  const given: Record<string, unknown> = { ...filled.arguments };
  const own = ownTerms(tool);
  const sources = filled.sources.flatMap((source) => {
    const { path, from, score } = source;
    const value = given[path];
    if (from !== 'text' || score >= sureOfWords || typeof value !== 'string') return [source];
    if (isQuoted(text, value)) return [{ ...source, score: sureOfWords }];
    const kept = withoutHollow(value, own);
    given[path] = kept;
    if (kept === '') delete given[path];
    return kept === '' ? [] : [source];
  });
  const { properties = {}, required = [] } = tool.parameters;
  const folder = folderIn(text);
  for (const [name, schema] of Object.entries(properties)) {
    if (folder === undefined || Object.hasOwn(given, name) || !isFolder(name, schema)) continue;
    given[name] = folder;
    sources.push({ path: name, required: required.includes(name), from: 'text', score: sureOfWords });
  }
  const open = required.filter((name) => !Object.hasOwn(given, name) && takesName(properties[name]));
  const [only] = open;
  const left = open.length === 1 ? unclaimed(text, Object.values(given), own) : undefined;
  if (only !== undefined && left !== undefined) {
    given[only] = left;
    sources.push({ path: only, required: true, from: 'text', score: sureOfWords - 1 });
  }
  const missing = required
    .filter((name) => !Object.hasOwn(given, name))
    .map((path) => ({ path, reason: 'not_said' as const }));
  return { ...filled, arguments: given, sources, missing };
}

/** What a tool says of itself. */
export function ownTerms({ name, shortDescription }: Tool): ReadonlySet<string> {
  return termsOf(`${name} ${shortDescription}`);
}

function isQuoted(text: string, value: string): boolean {
  const at = text.indexOf(value);
  return at > 0 && /["“”'`「『]/u.test(text[at - 1] ?? '');
}

/** The parts of a value that say something that the tool, whose words are its own, does not say itself. */
export function withoutHollow(value: string, own: ReadonlySet<string>): string {
  const parts = value.split(/(?<=\s)|(?<=的)/u);
  const isHollow = (part: string): boolean => {
    let said = part.trim();
    for (const { said: word, meanings } of meaningsInSigns(said))
      if (meanings.some((meaning) => own.has(meaning))) said = said.replace(word, '');
    said = said.replace(verbEn, '').replaceAll(verbsZhAnywhere, '').replaceAll(functionWords, '').trim();
    if (said === '') return true;
    const terms = [...termsOf(said)];
    return !hasHan(said) && terms.some((term) => own.has(term));
  };
  // "把…保存到" and "save the matches" are the step itself, and no value.
  const isStep = /^[把将]/u.test(value) && value.search(verbsZhAnywhere) > 0;
  if (parts.every(isHollow) || isStep || verbEn.test(value)) return '';
  // English words belong together; in Chinese what is before 的 is said of what comes after.
  if (!hasHan(value)) return value;
  return parts
    .filter((part) => !isHollow(part))
    .join('')
    .replace(/[的\s]+$/u, '');
}

const functionWords =
  /\b(?:the|a|an|to|of|for|in|into|on|and|it|its|them|as|with|from|this|that|please)\b|一下|[把将给对向用按在从成为到至它他她其并再就请中里的个一]/giu;

function takesName(schema: unknown): boolean {
  if (!isObject(schema)) return false;
  const { type, format, enum: values } = schema as JsonSchemaObject;
  return type === 'string' && format === undefined && values === undefined;
}

/** A name, a path or a code that no parameter has taken. */
function unclaimed(text: string, taken: readonly unknown[], own: ReadonlySet<string>): string | undefined {
  const isTaken = (word: string): boolean => taken.some((value) => JSON.stringify(value).includes(word));
  const found = readText(text)
    .spans.filter(({ kind, text: said }) => kind !== 'phrase' || (hasHan(text) && !hasHan(said)))
    .filter(({ kind }) => nameKinds.has(kind))
    .map(({ text: said }) => withoutHollow(said, own))
    .find((said) => said !== '' && !isTaken(said));
  return found ?? ownerIn(text, own);
}

/** "维也纳" of "查询维也纳的天气预报": whose thing it is that the tool is about. */
function ownerIn(text: string, own: ReadonlySet<string>): string | undefined {
  const [, owner = '', thing = ''] = /(\p{Script=Han}{2,12})的(\p{Script=Han}{2,8})/u.exec(text) ?? [];
  if (thing === '' || withoutHollow(thing, own) !== '') return undefined;
  const name = owner.replace(verbZh, '').replaceAll(functionWords, '');
  return name.length > 1 ? name : undefined;
}

const nameKinds: ReadonlySet<string> = new Set([
  'path',
  'code',
  'entity',
  'quoted',
  'formula',
  'phrase',
  'place',
]);

const folderNames = /^(?:path|dir|directory|folder|cwd)$/iu;

function isFolder(name: string, schema: unknown): boolean {
  return folderNames.test(name) && takesName(schema);
}

/** "in src", "在 src 目录中". */
function folderIn(text: string): string | undefined {
  const english =
    /\b(?:in|under|inside|within)\s+(?:the (?:folder|directory)\s+)?([a-z][\w.-]*(?:\/[\w.-]*)*)\s*(?:$|[,;])/u;
  const chinese = /在\s*([A-Za-z][\w.-]*(?:\/[\w.-]*)*)\s*(?:目录|文件夹|[中里下内])/u;
  return english.exec(text)?.[1] ?? chinese.exec(text)?.[1];
}
