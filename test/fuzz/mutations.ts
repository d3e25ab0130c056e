import fc from 'fast-check';

const names = fc.constantFrom(
  '__proto__',
  'constructor',
  'name',
  'tools',
  'type',
  '',
  '\u202E',
  '<<',
  '$ref',
);

/** Any JSON, hostile names and texts included. */
export const anyJson = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.string({ unit: 'binary' }),
    fc.double(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.oneof(names, fc.string()), tie('value'), { maxKeys: 4 }),
  ),
})).value;

/** A value with something else in one or more of its places, or nothing any more. */
export function mutated(
  whole: fc.Arbitrary<unknown>,
  { least = 1 }: { readonly least?: number } = {},
): fc.Arbitrary<unknown> {
  const change = fc.record({
    steps: fc.array(fc.nat(20), { minLength: 1, maxLength: 6 }),
    value: fc.option(anyJson),
  });
  return fc.tuple(whole, fc.array(change, { minLength: least, maxLength: 4 })).map(([value, changes]) => {
    const copy = structuredClone(value);
    for (const { steps, value: instead } of changes) put(copy, steps, structuredClone(instead));
    return copy;
  });
}

function put(at: unknown, [step = 0, ...further]: readonly number[], value: unknown): void {
  if (typeof at !== 'object' || at === null) return;
  const keys = Object.keys(at);
  const key = keys[step % Math.max(1, keys.length)];
  const record = at as Record<string, unknown>;
  if (key === undefined) return;
  const inner = record[key];
  if (further.length > 0 && typeof inner === 'object' && inner !== null) return put(inner, further, value);
  if (value === null) delete record[key];
  else record[key] = value;
}

interface Damage {
  readonly from: number;
  readonly length: number;
  readonly put: string;
}

/** A piece of a text cut out, or replaced by signs that mean something to a parser. */
const damage: fc.Arbitrary<Damage> = fc.record({
  from: fc.double({ min: 0, max: 1, noNaN: true }),
  length: fc.nat(40),
  put: fc.oneof(
    fc.string({ unit: 'binary', maxLength: 20 }),
    fc.constantFrom('{', '[', '"', '&a', '*a', '\0', '---\n', '? ', '!!js/function ', '\uFEFF'),
  ),
});

/** Mostly none: what is no JSON does not get far. */
export const seldomDamage: fc.Arbitrary<Damage | undefined> = fc.oneof(
  { weight: 3, arbitrary: fc.constant(undefined) },
  { weight: 1, arbitrary: damage },
);

export function damaged(text: string, harm: Damage | undefined): string {
  if (harm === undefined) return text;
  const { from, length, put: piece } = harm;
  const at = Math.floor(from * text.length);
  return text.slice(0, at) + piece + text.slice(at + length);
}
