import { protectedFileOf } from '../fence/protected-names.ts';
import type { Bench } from './bench.ts';
import { textOf, type Standing } from './file-change.ts';
import { workbenchNotes, type ChangedScript } from './notes.ts';

/** Why a person should look at a change of a file that other programs execute or obey; undefined when they need not. */
export function obeyedWarning(
  standing: Standing,
  after: string | undefined,
  { locale }: Bench,
): string | undefined {
  const { relative } = standing.place;
  const obeyed = protectedFileOf(relative);
  if (obeyed === undefined) return undefined;
  const notes = workbenchNotes(locale);
  if (obeyed.rule !== 'ask_about_scripts' || after === undefined)
    return notes.obeyed(relative, obeyed.reason[locale]);
  const scripts = changedScripts(standing, after);
  return scripts.length === 0 ? undefined : notes.changedScripts(relative, scripts);
}

/** Fields of a package that name commands: of package managers, of hooks, of what they start in their place. */
const fields: readonly string[] = [
  'scripts',
  'bin',
  'directories',
  'packageManager',
  'devEngines',
  'volta',
  'pnpm',
  'trustedDependencies',
  'lint-staged',
  'simple-git-hooks',
  'husky',
  'gitHooks',
  'pre-commit',
];

function changedScripts(standing: Standing, after: string): readonly ChangedScript[] {
  const [then, now] = [commandsOf(textOf(standing)), commandsOf(after)];
  return [...new Set([...then.keys(), ...now.keys()])]
    .filter((name) => then.get(name) !== now.get(name))
    .map((name) => ({ name, before: then.get(name), after: now.get(name) }));
}

function commandsOf(text: string | undefined): ReadonlyMap<string, string> {
  const described = parseObject(text);
  // What is no JSON may be read by another program all the same: then all of it counts.
  if (described === undefined) return new Map(text === undefined ? [] : [['package.json', text]]);
  return new Map(
    fields.flatMap((field): (readonly [string, string])[] => {
      const value = described[field];
      if (value === undefined) return [];
      if (typeof value !== 'object' || value === null) return [[field, JSON.stringify(value)]];
      return Object.entries(value).map(([name, line]) => [`${field}.${name}`, JSON.stringify(line)] as const);
    }),
  );
}

function parseObject(text: string | undefined): { readonly [key: string]: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(text ?? '');
    return typeof value === 'object' && value !== null
      ? (value as { readonly [key: string]: unknown })
      : undefined;
  } catch {
    return undefined;
  }
}
