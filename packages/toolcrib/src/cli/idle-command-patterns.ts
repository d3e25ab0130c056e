import { matchesGlob, type Rule } from '@toolcrib/core';

/** Why a pattern matches no command: each is matched by itself, without its quotes and by the name of its program. */
export type IdlePattern = 'several' | 'quoted' | 'path' | 'typed';

/** The arguments that hold command lines. */
const lines: readonly (readonly [tool: string, argument: string])[] = [
  ['Bash', 'command'],
  ['Terminal', 'command'],
];

/** The patterns of a rule that were written as if they were held against the text of a command line. */
export function idleCommandPatterns(rule: Rule): readonly (readonly [pattern: string, why: IdlePattern])[] {
  const speaksOf = (tool: string): boolean =>
    [tool, tool.toLowerCase()].some((name) => matchesGlob(rule.tool, name));
  const inArguments = lines.flatMap(([tool, argument]) => {
    const pattern = rule.arguments[argument];
    return pattern !== undefined && speaksOf(tool) ? [pattern] : [];
  });
  const inEffects = rule.effects.flatMap(({ kind, target }) =>
    kind === 'run' && target !== undefined ? [target] : [],
  );
  const typed = rule.arguments['text'];
  const isTyped = typed !== undefined && speaksOf('Terminal') && isWild(typed) && rule.decision === 'allow';
  return [
    ...[...new Set([...inArguments, ...inEffects])].flatMap((pattern) => {
      const why = whyIdle(pattern, rule);
      return why === undefined ? [] : [[pattern, why] as const];
    }),
    ...(isTyped ? [[typed, 'typed'] as const] : []),
  ];
}

function whyIdle(pattern: string, { decision }: Rule): IdlePattern | undefined {
  // Without a wildcard it is one very line, which may be anything.
  if (decision === 'allow' && !isWild(pattern)) return undefined;
  const bare = pattern.replaceAll(/'[^']*'/gu, '');
  if (/[;|&<>\n`]|\$\(/u.test(bare)) return 'several';
  if (/["\\]/u.test(bare)) return 'quoted';
  return /^\/(?:usr\/)?bin\//u.test(pattern) ? 'path' : undefined;
}

function isWild(pattern: string): boolean {
  return /[*?]/u.test(pattern) && pattern !== '*';
}
