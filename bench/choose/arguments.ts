import { fillParameters } from '../../packages/core/dist/discovery/index.js';
import { table } from '../measuring/table.ts';
import { type BenchQuery, type BenchTool, type GoldCall, loadSet } from './load-set.ts';
import { parseProfile } from './profile.ts';
import { sameValue } from './same-value.ts';

/**
 * Whole call right, given the tool: every argument equals an accepted value and none is beyond the accepted ones.
 * Rules were made by looking at one half of the queries only; the other half shows what they are worth elsewhere.
 *
 *   node choose/arguments.ts                    the table
 *   node choose/arguments.ts --wrong sealtools  the wrong calls of the half that may be looked at
 */
const sets: readonly { readonly name: string; readonly set: string; readonly prefixes: readonly string[] }[] =
  [
    { name: 'bfcl non-live', set: 'bfcl', prefixes: ['simple', 'multiple'] },
    { name: 'bfcl live', set: 'bfcl', prefixes: ['live_simple', 'live_multiple'] },
    { name: 'sealtools', set: 'sealtools', prefixes: [''] },
    { name: 'acebench-en', set: 'acebench-en', prefixes: [''] },
    { name: 'acebench-zh', set: 'acebench-zh', prefixes: [''] },
  ];

export interface ArgumentFigures {
  readonly name: string;
  readonly calls: number;
  /** In percent: of all, of the half that was looked at, and of the other. */
  readonly right: number;
  readonly lookedAt: number;
  readonly heldOut: number;
  readonly milliseconds: number;
}

type OnWrong = (
  name: string,
  query: BenchQuery,
  call: GoldCall,
  given: Readonly<Record<string, unknown>>,
) => void;

/** `onWrong` is told of the wrong calls of the half that may be looked at. */
export function measureArguments(onWrong: OnWrong = () => undefined): readonly ArgumentFigures[] {
  return sets.map(({ name, set, prefixes }) => {
    const { tools, queries } = loadSet(set);
    const counts = { seen: [0, 0], held: [0, 0] } satisfies Record<string, [number, number]>;
    const started = performance.now();
    for (const query of queries) {
      const [call] = query.args ?? [];
      const tool = tools.get(call?.name ?? '');
      const asked = prefixes.some((prefix) => isOf(query.id, prefix));
      if (query.args?.length !== 1 || call === undefined || tool === undefined || !asked) continue;
      const half = isHeldOut(query.id) ? counts.held : counts.seen;
      const given = fill(query, tool);
      half[1]++;
      if (wrongOnes(call, given).length === 0) half[0]++;
      else if (half === counts.seen) onWrong(name, query, call, given);
    }
    const calls = counts.seen[1] + counts.held[1];
    return {
      name,
      calls,
      right: share(counts.seen[0] + counts.held[0], calls),
      lookedAt: share(counts.seen[0], counts.seen[1]),
      heldOut: share(counts.held[0], counts.held[1]),
      milliseconds: (performance.now() - started) / calls,
    };
  });
}

function isOf(id: string, prefix: string): boolean {
  if (!id.startsWith(prefix)) return false;
  return prefix === '' || /^[\d_]/u.test(id.slice(prefix.length));
}

function fill(query: BenchQuery, tool: BenchTool): Readonly<Record<string, unknown>> {
  const context = query.profile === undefined ? undefined : parseProfile(query.profile);
  return fillParameters(query.text, tool.parameters ?? { type: 'object' }, {
    tool,
    ...(query.now === undefined ? {} : { now: query.now }),
    ...(context === undefined ? {} : { context }),
  }).arguments;
}

function wrongOnes(
  { arguments: gold, optional, refs = [] }: GoldCall,
  given: Readonly<Record<string, unknown>>,
): string[] {
  const names = new Set([...Object.keys(gold), ...Object.keys(given)]);
  return [...names].filter((name) => {
    if (refs.includes(name)) return false;
    const accepted = gold[name];
    if (accepted === undefined) return !optional.includes(name);
    if (given[name] === undefined) return !optional.includes(name);
    return !accepted.some((one) => sameValue(one, given[name]));
  });
}

function isHeldOut(id: string): boolean {
  let hash = 2_166_136_261;
  for (const byte of new TextEncoder().encode(id)) hash = Math.imul(hash ^ byte, 16_777_619) >>> 0;
  return ((hash ^ (hash >>> 15)) & 1) === 1;
}

function show(query: BenchQuery, call: GoldCall, given: Readonly<Record<string, unknown>>): void {
  console.log(`\n${query.id}  ${call.name}\n  ${query.text.slice(0, 600)}`);
  for (const name of wrongOnes(call, given)) {
    console.log(
      `  ${name}: ${JSON.stringify(given[name])} instead of ${JSON.stringify(call.arguments[name])}`,
    );
  }
}

function share(right: number, of: number): number {
  return (100 * right) / Math.max(1, of);
}

if (import.meta.main) {
  const shown = process.argv.includes('--wrong')
    ? process.argv[process.argv.indexOf('--wrong') + 1]
    : undefined;
  const figures = measureArguments((name, query, call, given) => {
    if (name === shown) show(query, call, given);
  });
  console.log(
    table(
      ['set', 'calls', 'whole call right (%)', 'looked at', 'held out', 'ms per call'],
      figures.map((one) => [one.name, one.calls, one.right, one.lookedAt, one.heldOut, one.milliseconds]),
    ),
  );
}
