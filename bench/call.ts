import { ajvAndFunction } from './call/by-hand.ts';
import type { Candidate } from './call/candidate.ts';
import { candidates } from './call/candidates.ts';
import { toolcrib } from './call/toolcrib.ts';
import { interleave } from './measuring/interleave.ts';
import { median } from './measuring/median.ts';
import { ratio } from './measuring/ratio.ts';
import { publish, type Section } from './measuring/section.ts';
import { table, toDigits } from './measuring/table.ts';

const rounds = 21;
const millisecondsPerSample = 50;
const target = 6;

publish(await measureCalls());

/** What one call costs on each way to the same function. */
async function measureCalls(): Promise<Section> {
  const counts = new Map<Candidate, number>();
  for (const candidate of candidates) counts.set(candidate, await warmUp(candidate));
  const samples = await interleave(candidates, rounds, (candidate) =>
    microsecondsPerCall(candidate, counts.get(candidate) ?? 1),
  );
  const base = samples.get(ajvAndFunction) ?? [];
  const costs = [...samples].map(([{ name, does }, own]) => ({
    name,
    does,
    microseconds: median(own),
    timesAjv: ratio(own, base),
  }));
  const reached = ratio(samples.get(toolcrib) ?? [], base);
  return {
    title: 'One call of `add`',
    markdown: [
      `Target: Toolcrib ≤ ${target}× Ajv + function. Measured: ${toDigits(reached)}× (${reached <= target ? 'met' : 'missed'}).`,
      table(
        ['way', 'µs per call', '× Ajv + function', 'does'],
        costs
          .toSorted((one, other) => one.timesAjv - other.timesAjv)
          .map(({ name, does, microseconds, timesAjv }) => [name, microseconds, timesAjv, does]),
      ),
    ].join('\n\n'),
    data: { rounds, target, reached, costs },
    figures: [
      { what: 'a call beside Ajv and a function', value: reached, unit: '×', better: 'less', target },
    ],
  };
}

/** Runs until the compiler has seen enough; returns how many calls fill one sample. */
async function warmUp(candidate: Candidate): Promise<number> {
  let microseconds = 0;
  const end = performance.now() + 4 * millisecondsPerSample;
  while (performance.now() < end) microseconds = await microsecondsPerCall(candidate, 500);
  return Math.max(100, Math.round((millisecondsPerSample * 1000) / microseconds));
}

/** One loop for all: its call site has seen every candidate, so none is inlined and none is favoured. */
async function microsecondsPerCall(candidate: Candidate, count: number): Promise<number> {
  const start = performance.now();
  for (let turn = 0; turn < count; turn++) {
    const answer = await candidate.call({ a: turn, b: count });
    if (candidate.read(answer) !== turn + count) throw new Error(`${candidate.name} adds wrongly`);
  }
  return ((performance.now() - start) * 1000) / count;
}
