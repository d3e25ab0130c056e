/**
 * Changes the sources of a room in one place at a time, and sees whether its tests notice:
 * `npm run mutate -- --room policy --sample 200 --seed 7`. Those that nobody noticed are told;
 * less than 90 of 100 is a failure.
 */
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { instrument, type NumberedMutant } from '../test/mutants/instrument.ts';
import { mutantsOf } from '../test/mutants/mutants.ts';
import { Tester, type TestFile } from '../test/mutants/tester.ts';

const { values } = parseArgs({
  options: {
    room: { type: 'string', multiple: true, default: ['policy', 'call', 'fence'] },
    /** Only files whose path has this in it. */
    only: { type: 'string', default: '' },
    sample: { type: 'string', default: '150' },
    seed: { type: 'string', default: '7' },
    workers: { type: 'string', default: String(availableParallelism()) },
  },
});

interface Room {
  readonly name: string;
  readonly sources: string;
  /** The tests that are asked. */
  readonly tests: string;
}

const rooms: readonly Room[] = [
  { name: 'policy', sources: 'packages/core/src/policy', tests: 'packages/core/src' },
  { name: 'call', sources: 'packages/core/src/call', tests: 'packages/core/src' },
  { name: 'fence', sources: 'packages/toolcrib/src/fence', tests: 'packages/toolcrib/src/fence' },
];

/** Some make no difference, and others only a test of another room would see. */
const target = 0.9;

interface PlacedMutant extends NumberedMutant {
  readonly file: string;
  readonly line: number;
  readonly before: string;
}

const repository = fileURLToPath(new URL('..', import.meta.url));
const wanted = rooms.filter(({ name }) => values.room.includes(name));
if (wanted.length !== values.room.length)
  throw new Error(`--room takes one of ${rooms.map(({ name }) => name).join(', ')}`);
process.on('SIGINT', () => process.exit(130));
let passes = true;
for (const room of wanted) passes = (await mutate(room)) >= target && passes;
process.exit(passes ? 0 : 1);

/** Gives the share of them that was noticed. */
async function mutate({ name, sources, tests }: Room): Promise<number> {
  const copy = mkdtempSync(join(tmpdir(), 'toolcrib-mutants-'));
  process.once('exit', () => rmSync(copy, { recursive: true, force: true }));
  const mutants = plant(copy, sources);
  const crew = await Promise.all(
    Array.from({ length: Number(values.workers) }, (_, number) =>
      Tester.start(copy, join(copy, `tester-${number}`)),
    ),
  );
  const coverage = await record(copy, crew, tests);
  const chosen = sample(mutants, Number(values.sample), Number(values.seed));
  const lived: PlacedMutant[] = [];
  const tally = { killed: 0, endless: 0, unseen: 0 };
  const rest = [...chosen];
  await Promise.all(
    crew.map(async (tester) => {
      for (let mutant = rest.shift(); mutant !== undefined; mutant = rest.shift()) {
        if (rest.length % 100 === 0) console.error(`${name}: ${rest.length} more`);
        const files = coverage.get(mutant.id) ?? [];
        const outcome = files.length === 0 ? 'unseen' : await tester.try(mutant.id, files);
        if (outcome === 'killed' || outcome === 'endless') tally[outcome]++;
        else {
          if (outcome === 'unseen') tally.unseen++;
          lived.push(mutant);
          console.log(`${outcome.padEnd(8)} ${describe(mutant)}`);
        }
      }
    }),
  );
  for (const tester of crew) tester.stop();
  const noticed = tally.killed + tally.endless;
  const share = ((100 * noticed) / chosen.length).toFixed(1);
  console.log(
    `${name}: ${chosen.length} of ${mutants.length} mutants, seed ${values.seed}: ${noticed} noticed (${share} %), ${tally.endless} of them because they never ended; ${lived.length} not, ${tally.unseen} of them because no test comes by`,
  );
  return noticed / chosen.length;
}

/** Writes a copy of the repository whose room has all its mutants in it. */
function plant(copy: string, sources: string): readonly PlacedMutant[] {
  for (const part of [
    'packages',
    'test',
    'examples',
    'package.json',
    'vitest.config.ts',
    'tsconfig.base.json',
    'tsconfig.test.json',
  ])
    cpSync(join(repository, part), join(copy, part), { recursive: true, verbatimSymlinks: true });
  symlinkSync(join(repository, 'node_modules'), join(copy, 'node_modules'));
  const mutants: PlacedMutant[] = [];
  const isSource = (file: string): boolean => !/\.test|\.cases\.|texts\.ts$|\/index\.ts$/u.test(file);
  for (const file of globSync(`${sources}/**/*.ts`, { cwd: copy }).filter(isSource).toSorted()) {
    const source = readFileSync(join(copy, file), 'utf8');
    const own = mutantsOf(source).map((mutant, index) => ({
      ...mutant,
      id: mutants.length + index,
      file,
      line: source.slice(0, mutant.start).split('\n').length,
      before: source.slice(mutant.start, mutant.end),
    }));
    writeFileSync(join(copy, file), instrument(source, own, join(copy, 'test/mutants/switch.mjs')));
    mutants.push(...own);
  }
  return mutants.filter(({ file }) => file.includes(values.only));
}

/** Runs every test file once, and gives for each mutant those that come by, the quickest first. */
async function record(
  copy: string,
  crew: readonly Tester[],
  tests: string,
): Promise<ReadonlyMap<number, readonly TestFile[]>> {
  const rest = globSync(`${tests}/**/*.test.ts`, { cwd: copy }).toSorted();
  const passing = new Map<string, TestFile>();
  await Promise.all(
    crew.map(async (tester) => {
      for (let file = rest.shift(); file !== undefined; file = rest.shift()) {
        const passed = await tester.record(file);
        if (passed !== undefined) passing.set(file, passed);
        else console.log(`left out: ${file} does not pass as it is`);
      }
    }),
  );
  const coverage = new Map<number, TestFile[]>();
  for (const [test, id] of crew.flatMap((tester) => tester.seen())) {
    const file = passing.get(relative(copy, test));
    if (file !== undefined) coverage.set(id, [...(coverage.get(id) ?? []), file]);
  }
  for (const files of coverage.values()) files.sort((a, b) => a.milliseconds - b.milliseconds);
  return coverage;
}

/** The same seed takes the same ones. */
function sample<Item>(items: readonly Item[], size: number, seed: number): readonly Item[] {
  let state = seed;
  const rank = items.map((item) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return { item, by: state };
  });
  return rank
    .toSorted((a, b) => a.by - b.by)
    .slice(0, size)
    .map(({ item }) => item);
}

function describe({ file, line, before, text, place }: PlacedMutant): string {
  const short = (code: string): string => code.replaceAll(/\s+/gu, ' ').slice(0, 70);
  return `${file}:${line} ${place === 'prologue' ? short(text) : `${short(before)} -> ${short(text)}`}`;
}
