import { createProcesses, createProcessesIn } from '../fence/processes/create-processes.ts';
import { thisMachine } from '../fence/processes/machine.ts';
import type { Layer } from '../fence/processes/processes.ts';
import type { Attack } from './attack.ts';
import { canaryVariable } from './canaries.ts';
import { runPlain } from './run-plain.ts';
import { createControl, createLayerSubject, type LayerOptions, type Subject } from './subject.ts';

/** What became of an attack in one layer. */
interface AttackOutcome {
  readonly outcome: 'held' | 'got_through' | 'not_run';
  /** What held it: the checks refused it, or asked a person; otherwise it ran, and the layer kept the effect away. */
  readonly by?: 'refused' | 'asked' | 'layer' | undefined;
}

export interface AttackResult {
  readonly attack: Attack;
  /** False when it has no effect in plain bash either: nobody has held anything then. */
  readonly applicable: boolean | undefined;
  readonly layers: { readonly [layer: string]: AttackOutcome };
}

export interface AttackReport {
  readonly layers: readonly string[];
  readonly results: readonly AttackResult[];
  readonly durationMs: number;
}

export interface AttackRun {
  readonly attacks: readonly Attack[];
  readonly signal: AbortSignal;
  /** Milliseconds for all of it. @default 50 s */
  readonly limit?: number | undefined;
  /** @default every layer that this machine has, and the checks alone */
  readonly layers?: readonly LayerOptions[] | undefined;
  readonly onProgress?: ((done: number, all: number) => void) | undefined;
}

/** Runs every attack in every layer, and in plain bash to know that it is one. Leaves nothing behind, however it ends. */
export async function runAttacks({
  attacks,
  signal,
  limit = 50_000,
  layers = layersOfThisMachine(),
  onProgress,
}: AttackRun): Promise<AttackReport> {
  const begun = performance.now();
  const subjects: Subject[] = [];
  const closeAll = (): void => subjects.forEach(({ scene }) => scene.close());
  process.once('exit', closeAll);
  const secret = `canary-${process.getBuiltinModule('node:crypto').randomBytes(6).toString('hex')}`;
  // As a key of the user's would stand there.
  process.env[canaryVariable] = secret;
  try {
    const control = await createControl(secret);
    subjects.push(control);
    for (const options of layers) subjects.push(await createLayerSubject(options, secret));
    const seen = new Map<Subject, Map<Attack, Observed>>();
    const all = subjects.reduce(
      (sum, subject) => sum + attacks.filter((each) => subject.takes(each)).length,
      0,
    );
    let done = 0;
    await Promise.all(
      subjects.map(async (subject) => {
        const observed = new Map<Attack, Observed>();
        seen.set(subject, observed);
        for (const attack of attacks.filter((each) => subject.takes(each))) {
          if (signal.aborted || performance.now() - begun > limit) return;
          observed.set(attack, await observe(subject, attack, signal));
          onProgress?.(++done, all);
        }
      }),
    );
    const of = (subject: Subject, attack: Attack): Observed | undefined => seen.get(subject)?.get(attack);
    return {
      layers: layers.map(({ name }) => name),
      durationMs: Math.round(performance.now() - begun),
      results: attacks.map((attack) => ({
        attack,
        applicable: of(control, attack)?.effect,
        layers: Object.fromEntries(
          subjects
            .filter((subject) => subject !== control && subject.takes(attack))
            .map((subject) => [subject.name, outcomeOf(of(subject, attack))]),
        ),
      })),
    };
  } finally {
    process.off('exit', closeAll);
    delete process.env[canaryVariable];
    await Promise.all(subjects.map((subject) => subject.close()));
  }
}

interface Observed {
  readonly effect: boolean;
  readonly how: 'refused' | 'asked' | 'ran';
}

async function observe(subject: Subject, attack: Attack, signal: AbortSignal): Promise<Observed> {
  const { scene } = subject;
  const watch = await scene.prepare(attack);
  const over = new AbortController();
  const plain = { directory: scene.project, environment: scene.environment };
  const { meanwhile, afterwards } = attack;
  const besides =
    meanwhile === undefined
      ? undefined
      : runPlain(scene.fill(meanwhile), {
          ...plain,
          limit: 5000,
          signal: AbortSignal.any([signal, over.signal]),
        });
  const { said, how } = await subject.attempt(attack, signal);
  over.abort();
  await besides;
  if (afterwards !== undefined) await runPlain(scene.fill(afterwards), { ...plain, signal });
  return { effect: await watch(said), how };
}

function outcomeOf(observed: Observed | undefined): AttackOutcome {
  if (observed === undefined) return { outcome: 'not_run' };
  if (observed.effect) return { outcome: 'got_through' };
  return { outcome: 'held', by: observed.how === 'ran' ? 'layer' : observed.how };
}

const containing = ['bubblewrap', 'namespaces', 'seatbelt'] as const satisfies readonly Layer[];

/** The checks alone, and everything that this machine can contain processes with. */
function layersOfThisMachine(): readonly LayerOptions[] {
  const machine = thisMachine();
  return [
    { name: 'checks', checksOnly: true, makeProcesses: createProcesses },
    ...containing.flatMap((name) => {
      const hold = machine.hold(name);
      if (hold === undefined) return [];
      const makeProcesses: typeof createProcesses = (options) => createProcessesIn(() => hold, options);
      return [{ name, checksOnly: false, makeProcesses }];
    }),
  ];
}
