import { lstatSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Locale } from '@toolcrib/core';
import { FileFault } from '../files/file-fault.ts';
import { readTextFile } from '../files/read-regular-file.ts';
import type { FileProblem } from '../files/texts.ts';
import { ConfigError } from './config-error.ts';
import { configFileNames } from './config-file-names.ts';
import type { Origin } from './config-reader.ts';
import type { Config } from './config.ts';
import { documentLimits, OversizeProblem, refuseOversize } from './document-limits.ts';
import { liesIn } from './lies-in.ts';
import { SyntaxProblem, type LocatedDocument } from './locate.ts';
import { parseConfig } from './parse-config.ts';
import { configText, type ConfigTexts } from './texts.ts';
import { applyTrust, applyWithoutFile } from './trust/config-trust.ts';

interface FoundFile {
  readonly file: string;
  readonly text: string;
}

/** Reads the configuration of a project. No file is no problem: everything has a default. */
export async function readConfig(origin: Origin): Promise<Config> {
  const found = await readLocated(origin);
  if (found === undefined) {
    const { document, trust } = applyWithoutFile(origin.directory, origin.trust);
    return { ...parseConfig(document, origin), trust };
  }
  const { file } = found;
  const { document, trust } = applyTrust(found.document, { ...found, trust: origin.trust });
  return { ...parseConfig(document, { ...origin, file, directory: dirname(file) }), trust };
}

/** The configuration as it is written, before anything of it takes effect; undefined when there is no file. */
export async function readLocated(
  origin: Pick<Origin, 'file' | 'directory' | 'locale' | 'systemLocale'>,
): Promise<(FoundFile & { readonly document: LocatedDocument }) | undefined> {
  const { file: given, directory, locale, systemLocale } = origin;
  const texts = configText(locale ?? systemLocale);
  const found =
    given === undefined ? findFile(directory, texts) : readGiven(resolve(directory, given), texts);
  return found && { ...found, document: await parseText(found, texts) };
}

/** Reads any file of JSON or YAML, with the places of its values. */
export async function readDocument(
  file: string,
  locale: Locale,
): Promise<LocatedDocument & { readonly text: string }> {
  const { text } = readGiven(file, configText(locale));
  return { ...(await parseDocument({ file, text }, locale)), text };
}

/** The same for a text that was read, or is to be written, under this name. */
export async function parseDocument(found: FoundFile, locale: Locale): Promise<LocatedDocument> {
  return parseText(found, configText(locale));
}

/** The configuration that a project has already; undefined when it has none. */
export function existingConfig(directory: string): string | undefined {
  return configFileNames.map((name) => join(directory, name)).find(isThere);
}

/**
 * Also what cannot be looked at, and a link to nowhere: reading it then says what is wrong. An empty folder is nothing:
 * while a command runs, one keeps the name free.
 */
function isThere(file: string): boolean {
  try {
    const stats = lstatSync(file, { throwIfNoEntry: false });
    return stats !== undefined && !(stats.isDirectory() && readdirSync(file).length === 0);
  } catch {
    return true;
  }
}

function findFile(directory: string, texts: ConfigTexts): FoundFile | undefined {
  // A misspelt directory has no rules in it: going on without them would open what they close.
  if (!isDirectory(directory))
    throw new ConfigError({ code: 'project_missing', file: directory, ...texts.projectMissing });
  const file = existingConfig(directory);
  if (file === undefined) return undefined;
  // A cloned link could lead to any file of the user, and messages about a configuration quote it.
  if (!liesIn(directory, file)) throw new ConfigError({ code: 'leads_outside', file, ...texts.leadsOutside });
  return readGiven(file, texts);
}

export function isDirectory(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

function readGiven(file: string, texts: ConfigTexts): FoundFile {
  try {
    return { file, text: readTextFile(file, { maxBytes: byteLimit(file) }) };
  } catch (error) {
    throw error instanceof FileFault ? toConfigError(file, error.problem, texts) : error;
  }
}

function toConfigError(file: string, problem: FileProblem, texts: ConfigTexts): ConfigError {
  switch (problem.kind) {
    case 'file_missing':
      return new ConfigError({ code: 'file_missing', file, ...texts.fileMissing });
    case 'file_not_regular':
      return new ConfigError({ code: 'not_readable', file, ...texts.notAFile });
    case 'file_too_large':
      return tooLarge(file, texts);
    // A pattern with a letter that was not understood would match nothing: a rule must not be lost that way.
    case 'file_not_utf8':
      return new ConfigError({ code: 'not_utf8', file, ...texts.notUtf8 });
    default: {
      const detail = 'detail' in problem ? problem.detail : problem.kind;
      return new ConfigError({ code: 'not_readable', file, ...texts.notReadable(detail) });
    }
  }
}

/** Each format's parser is loaded only when a file is written in it. */
async function parseText({ file, text }: FoundFile, texts: ConfigTexts): Promise<LocatedDocument> {
  try {
    const document = isYaml(file)
      ? (await import('./parse-yaml.ts')).parseYaml(text)
      : (await import('./parse-json.ts')).parseJson(text);
    refuseOversize(document.value);
    return document;
  } catch (error) {
    // A parser that runs out of stack has met a text that is nested without end.
    if (error instanceof OversizeProblem || error instanceof RangeError) throw tooLarge(file, texts);
    const place = error instanceof SyntaxProblem ? error.place : {};
    throw new ConfigError({ code: 'syntax', file, ...place, ...texts.syntax((error as Error).message) });
  }
}

function isYaml(file: string): boolean {
  return /\.ya?ml$/iu.test(file);
}

function byteLimit(file: string): number {
  return isYaml(file) ? documentLimits.yamlBytes : documentLimits.bytes;
}

function tooLarge(file: string, texts: ConfigTexts): ConfigError {
  const { depth, values } = documentLimits;
  return new ConfigError({
    code: 'too_large',
    file,
    ...texts.tooLarge({ bytes: byteLimit(file), depth, values }),
  });
}
