import { describe, expect, test } from 'vitest';
import { attacks } from './attacks.cases.ts';
import { createCommandGuard, type CommandVerdict } from './command-guard.ts';
import { contained as containedCases, everywhere } from './everyday.cases.ts';
import { highRisk, highRiskUncontained } from './high-risk.cases.ts';

const root = '/home/me/project';
const guard = createCommandGuard({ root });

function judge(command: string, contained = true): CommandVerdict {
  return guard.judge(command, { directory: root, contained });
}

function wordsOf(verdict: CommandVerdict): readonly string[] {
  return verdict.decision === 'allow' ? [] : verdict.reasons.map(({ word }) => word);
}

/** What the fence refuses: a path outside the project, or into its repository. */
function leavesTraces(verdict: CommandVerdict): boolean {
  return (
    verdict.decision !== 'block' &&
    verdict.effects.some(
      (effect) =>
        (effect.kind === 'read' || effect.kind === 'write') &&
        (!isInside(effect.path) || (effect.kind === 'write' && effect.path.includes('/.git'))),
    )
  );
}

function isInside(path: string): boolean {
  const parts: string[] = [];
  for (const part of path.split('/'))
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  return `/${parts.join('/')}/`.startsWith(`${root}/`);
}

describe.each(attacks)('an attack by $about', ({ block = [], ask = [], outside = [] }) => {
  test.each(block)('%j is blocked', (command) => {
    expect(judge(command).decision).toBe('block');
    expect(judge(command, false).decision).toBe('block');
  });

  test.each(ask)('%j is asked about', (command) => {
    expect(judge(command).decision).toBe('ask');
    expect(judge(command, false).decision).not.toBe('allow');
  });

  test.each(outside)('%j shows the path that the fence refuses', (command) => {
    expect(leavesTraces(judge(command))).toBe(true);
    expect(leavesTraces(judge(command, false))).toBe(true);
  });
});

describe('a high risk', () => {
  const always = Object.entries(highRisk).flatMap(([word, lines]) => lines.map((line) => [line, word]));
  test.each(always)('%j asks because of %s', (command, word) => {
    for (const contained of [true, false]) {
      expect(judge(command, contained).decision).toBe('ask');
      expect(wordsOf(judge(command, contained))).toContain(word);
    }
  });

  const uncontained = Object.entries(highRiskUncontained).flatMap(([word, lines]) =>
    lines.map((line) => [line, word]),
  );
  test.each(uncontained)('%j asks because of %s where nothing contains it', (command, word) => {
    expect(judge(command).decision).toBe('allow');
    expect(judge(command, false).decision).toBe('ask');
    expect(wordsOf(judge(command, false))).toContain(word);
  });
});

describe('an everyday command', () => {
  test.each(everywhere)('%j needs no question', (command) => {
    expect(judge(command, false)).toMatchObject({ decision: 'allow' });
    expect(judge(command)).toMatchObject({ decision: 'allow' });
  });

  test.each(containedCases)('%j needs no question when it is contained', (command) => {
    expect(judge(command)).toMatchObject({ decision: 'allow' });
  });

  test.each([...everywhere, ...containedCases])('%j touches nothing outside', (command) => {
    expect(leavesTraces(judge(command))).toBe(false);
  });
});
