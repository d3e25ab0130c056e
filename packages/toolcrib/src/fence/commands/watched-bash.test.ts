import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { attacks } from './attacks.cases.ts';
import { hasBash, hasJail, watchBash } from './bash-oracle.test-support.ts';
import { createCommandGuard } from './command-guard.ts';
import { contained, everywhere } from './everyday.cases.ts';
import { watchTraps } from './trap-oracle.test-support.ts';

const root = '/project';
const guard = createCommandGuard({ root });
const jailed = hasJail();

describe('what bash really does', () => {
  test.skipIf(!jailed)(
    'attacks that fire are never allowed',
    () => {
      const lines = attacks
        .flatMap(({ block = [], ask = [] }) => [...block, ...ask])
        .filter((line) => line.includes('curl') && !line.includes('\0'));
      const real = watchTraps(lines).flatMap(({ sprung, line }) => (sprung ? line : []));
      expect(real.length).toBeGreaterThan(60);
      const allowed = real.filter((line) =>
        [true, false].some(
          (held) => guard.judge(line, { directory: root, contained: held }).decision === 'allow',
        ),
      );
      expect(allowed).toEqual([]);
    },
    60_000,
  );

  test.skipIf(!hasBash())(
    'what a script leaves running is watched to its end, and ended when it has none',
    () => {
      const endless = 'until [[ -f missing ]]; do endless; done';
      const deeds = watchBash(
        [
          `${endless} & last`,
          `prog >(${endless})`,
          `prog <(${endless})`,
          '{ until prog; do prog; done; late; } &',
        ],
        { jailed: false },
      );
      expect(deeds.map(({ started }) => started.at(-1)?.[0])).toEqual([
        'endless',
        'endless',
        'endless',
        'late',
      ]);
      expect(execFileSync('ps', ['-A', '-o', 'args'], { encoding: 'utf8' })).not.toContain('do endless');
    },
  );

  test.skipIf(!hasBash())('an allowed command starts only programs that the guard has listed', () => {
    const lines = [...everywhere, ...contained];
    const deeds = watchBash(lines, { jailed });
    const unforeseen = deeds.flatMap(({ started }, index) => {
      const verdict = guard.judge(lines[index] ?? '', { directory: root, contained: true });
      const programs = verdict.decision === 'allow' ? verdict.programs : [];
      return started.filter(([name = '']) => !programs.includes(name));
    });
    expect(deeds.filter(({ started }) => started.length > 0).length).toBeGreaterThan(100);
    expect(unforeseen).toEqual([]);
  });
});
