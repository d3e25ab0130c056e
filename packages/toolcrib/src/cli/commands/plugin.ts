import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { visible, type Locale } from '@toolcrib/core';
import { UsageError } from '../command-line.ts';
import { exitCodes } from '../exit-codes.ts';
import { pluginCliTexts } from '../plugin-texts.ts';
import type { Command, Session } from '../session.ts';
import { withVerbs, type Verb } from '../verbs.ts';

/** `plugin new NAME`: the beginning of a plugin in one of the languages that there are templates for. */
export const plugin: Command = withVerbs(
  new Map<string, Verb>([['new', { run: create, operands: ['NAME'] }]]),
);

/** The name that templates give their tool. */
const templateName = 'word_count';

async function create({ line, terminal }: Session, { locale }: { readonly locale: Locale }): Promise<number> {
  const words = pluginCliTexts(locale);
  const name = String(line.operands[1]);
  const { language = 'assemblyscript', project = '.' } = line.options;
  const templates = findTemplates();
  const known = readdirSync(templates, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name);
  if (!known.includes(language)) throw new UsageError(words.unknownLanguage(language, known));
  if (!/^[\w-]{1,64}$/u.test(name)) throw new UsageError(words.badName(name));
  const folder = resolve(project, name);
  if (existsSync(folder)) {
    terminal.tell(visible(words.exists(folder)));
    return exitCodes.failed;
  }
  copy(join(templates, language), folder, name);
  await terminal.write(visible(words.made(folder)));
  return exitCodes.success;
}

/** Files carry the tool's name in their own and in what they say. */
function copy(from: string, to: string, name: string): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const source = join(from, entry.name);
    const target = join(to, entry.name.replaceAll(templateName, name));
    if (entry.isDirectory()) copy(source, target, name);
    else writeFileSync(target, readFileSync(source, 'utf8').replaceAll(templateName, name));
  }
}

/** Beside what is built, or among the examples of the sources. */
function findTemplates(): string {
  for (let folder = import.meta.dirname; ; folder = dirname(folder)) {
    for (const place of ['plugin-templates', 'examples/plugins'])
      if (existsSync(join(folder, place))) return join(folder, place);
    if (folder === dirname(folder)) throw new Error('no templates');
  }
}
