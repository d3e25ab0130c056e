import { readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { Locale } from '@toolcrib/core';
import type { Config } from './config.ts';
import type { Environment } from './environment.ts';
import { SyntaxProblem, type LocatedDocument } from './locate.ts';
import { parseConfig } from './parse-config.ts';
import { configText } from './texts.ts';

const fileNames = ['toolcrib.json', 'toolcrib.jsonc', 'toolcrib.yaml', 'toolcrib.yml'];

export interface ReadConfigOptions {
  /** A file to read instead of looking for one in the project directory. */
  readonly file?: string | undefined;
  readonly directory: string;
  readonly environment: Environment;
  readonly locale: Locale;
}

/** The configuration file cannot be read at all. */
export class ConfigError extends Error {
  readonly file: string;

  constructor(message: string, file: string) {
    super(message);
    this.name = 'ConfigError';
    this.file = file;
  }
}

/** Reads the configuration of a project. No file is no problem: everything has a default. */
export async function readConfig(options: ReadConfigOptions): Promise<Config> {
  const { directory, environment, locale } = options;
  const found =
    options.file === undefined ? findFile(directory) : readGiven(resolve(directory, options.file), locale);
  if (found === undefined) {
    const nothing: LocatedDocument = { value: {}, placeOf: () => ({ line: 1, column: 1 }) };
    return parseConfig(nothing, { file: undefined, directory, environment, locale });
  }
  const { file, text } = found;
  return parseConfig(await parseText(file, text, locale), {
    file,
    directory: dirname(file),
    environment,
    locale,
  });
}

function findFile(directory: string): { readonly file: string; readonly text: string } | undefined {
  for (const name of fileNames) {
    const file = join(directory, name);
    const text = readText(file);
    if (text !== undefined) return { file, text };
  }
  return undefined;
}

function readGiven(file: string, locale: Locale): { readonly file: string; readonly text: string } {
  const text = readText(file);
  if (text === undefined) throw new ConfigError(configText(locale).fileMissing(file), file);
  return { file, text };
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').replace(/^\uFEFF/u, '');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new ConfigError(`${file}: ${(error as Error).message}`, file);
  }
}

/** Each format's parser is loaded only when a file is written in it. */
async function parseText(file: string, text: string, locale: Locale): Promise<LocatedDocument> {
  try {
    if (/\.ya?ml$/u.test(basename(file))) return (await import('./parse-yaml.ts')).parseYaml(text);
    return (await import('./parse-json.ts')).parseJson(text);
  } catch (error) {
    if (!(error instanceof SyntaxProblem))
      throw new ConfigError(`${file}: ${(error as Error).message}`, file);
    const { line, column } = error.place;
    throw new ConfigError(`${file}:${line}:${column} ${configText(locale).notReadable(error.message)}`, file);
  }
}
