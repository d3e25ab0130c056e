import { watchBash } from './bash-oracle.test-support.ts';
import { createCommandGuard, type CommandVerdict } from './command-guard.ts';
import { programNames, randomScripts } from './random-scripts.test-support.ts';

export interface FuzzOutcome {
  readonly scripts: number;
  /** Those that the guard allows: only these are run. */
  readonly allowed: number;
  /** Those of them that started something. */
  readonly started: number;
  /** Those that did what the guard had not foreseen. */
  readonly misses: readonly Miss[];
}

export interface Miss {
  readonly script: string;
  /** Programs that the guard did not list, and files that it did not declare as written. */
  readonly unforeseen: readonly string[];
}

type Allowed = CommandVerdict & { readonly decision: 'allow' };

const root = '/project';
const batchSize = 400;

/** Lets bash run random scripts that the guard allows, and compares what it did with what the guard has foreseen. */
export function fuzzCommands(options: {
  readonly seed: number;
  readonly scripts: number;
  readonly jailed: boolean;
}): FuzzOutcome {
  const guard = createCommandGuard({ root, allowCommands: programNames });
  const source = randomScripts(options.seed);
  const misses: Miss[] = [];
  let allowed = 0;
  let started = 0;
  let batch: { readonly script: string; readonly verdict: Allowed }[] = [];
  const run = (): void => {
    const deeds = watchBash(
      batch.map(({ script }) => script),
      options,
    );
    for (const [index, deed] of deeds.entries()) {
      const { script, verdict } = batch[index] as (typeof batch)[number];
      const written = verdict.effects.flatMap((effect) => (effect.kind === 'write' ? effect.path : []));
      const unforeseen = [
        ...deed.started.filter((name) => !verdict.programs.includes(name)),
        ...deed.made.filter((name) => !written.includes(`${root}/${name}`)),
      ];
      if (deed.started.length > 0) started++;
      if (unforeseen.length > 0) misses.push({ script, unforeseen });
    }
    batch = [];
  };
  for (let made = 0; made < options.scripts; made++) {
    const script = source.next().value;
    const verdict = guard.judge(script, { directory: root, contained: true });
    if (verdict.decision !== 'allow') continue;
    allowed++;
    batch.push({ script, verdict });
    if (batch.length === batchSize) run();
  }
  if (batch.length > 0) run();
  return { scripts: options.scripts, allowed, started, misses };
}
