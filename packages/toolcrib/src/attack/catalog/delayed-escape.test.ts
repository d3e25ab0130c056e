import { expect, test } from 'vitest';
import { runAttacks } from '../run-attacks.ts';
import { delayedEscape } from './delayed-escape.ts';

test.runIf(process.platform === 'linux')(
  'nothing that a call leaves behind is executed by git, an editor or our own command, in any layer',
  { timeout: 240_000 },
  async () => {
    const { signal } = new AbortController();
    const { results, layers } = await runAttacks({ attacks: delayedEscape, signal, limit: 240_000 });
    expect(layers).toContain('checks');
    // Without protection every one of them works.
    expect(results.filter(({ applicable }) => !applicable).map(({ attack }) => attack.id)).toEqual([]);
    const through = results.flatMap(({ attack: { id }, layers: outcomes }) =>
      Object.entries(outcomes).flatMap(([layer, { outcome }]) =>
        outcome === 'held' ? [] : [`${id}: ${layer} ${outcome}`],
      ),
    );
    expect(through).toEqual([]);
  },
);
