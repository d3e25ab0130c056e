import { isDeepStrictEqual } from 'node:util';
import type { Path } from '../config-place.ts';
import { variablesIn } from '../environment.ts';

/** One setting as the project's file has it now, and as it was accepted on this machine. */
export interface Setting {
  readonly path: Path;
  readonly current: unknown;
  readonly accepted: unknown;
}

/** How a setting differs from what was accepted. */
export type Change = 'added' | 'changed' | 'removed';

export interface Difference extends Setting {
  readonly change: Change;
}

/** Collects what a person has not accepted, and where the entries of filtered lists stood. */
export interface Notes {
  withhold(setting: Setting, change: Change): void;
  /** The index that each kept entry has in the file; undefined for one that only the acceptance has. */
  keptIndices(path: Path, indices: readonly (number | undefined)[]): void;
}

/** Gives the value that takes effect, and notes what does not. */
export type Treatment = (setting: Setting, notes: Notes) => unknown;

/**
 * Takes effect once it is accepted. Until a change is accepted, what was accepted before stays in force; what is removed
 * goes at once.
 */
export const grant: Treatment = (setting, notes) => {
  const { current, accepted } = setting;
  if (current === undefined || isDeepStrictEqual(current, accepted)) return current;
  notes.withhold(setting, accepted === undefined ? 'added' : 'changed');
  return accepted;
};

/** Takes effect without acceptance, unless it takes in a variable of the environment. */
export const harmless: Treatment = (setting, notes) =>
  hasReference(setting.current) ? grant(setting, notes) : setting.current;

/** Grants everything but these values, which take nothing away from the defaults. */
export function grantUnless(...safe: readonly unknown[]): Treatment {
  return (setting, notes) => (safe.includes(setting.current) ? setting.current : grant(setting, notes));
}

/** The smaller of the file's number and the accepted one, or the default. */
export function atMost(fallback: number): Treatment {
  return (setting, notes) => {
    const { current, accepted } = setting;
    const limit = typeof accepted === 'number' ? accepted : fallback;
    if (current === undefined && typeof accepted === 'number' && accepted < fallback)
      return restored(setting, notes);
    return typeof current === 'number' && current <= limit ? current : grant(setting, notes);
  };
}

/** A restriction that was accepted stays, although the file no longer has it. */
export function restored(setting: Setting, notes: Notes): unknown {
  notes.withhold(setting, 'removed');
  return setting.accepted;
}

/** An object with known keys. What the parser does not know or cannot read is left to the parser, which closes. */
export function fields(treatments: { readonly [key: string]: Treatment }): Treatment {
  return (setting, notes) => {
    const { current, accepted, path } = setting;
    const held = isRecord(accepted) ? accepted : {};
    if (current !== undefined && !isRecord(current)) return harmless(setting, notes);
    const written = current ?? {};
    const keys = new Set([...Object.keys(written), ...Object.keys(held)]);
    const kept = [...keys].flatMap((key) => {
      const treat = Object.hasOwn(treatments, key) ? (treatments[key] as Treatment) : harmless;
      const one = { path: [...path, key], current: own(written, key), accepted: own(held, key) };
      const value = treat(one, notes);
      return value === undefined ? [] : [[key, value] as const];
    });
    return current === undefined && kept.length === 0 ? undefined : nullPrototype(kept);
  };
}

/** An object of entries by name, each treated alike. */
export function entries(treat: Treatment): Treatment {
  return (setting, notes) => {
    const { current, accepted, path } = setting;
    const held = isRecord(accepted) ? accepted : {};
    if (current !== undefined && !isRecord(current)) return harmless(setting, notes);
    const names = new Set([...Object.keys(current ?? {}), ...Object.keys(held)]);
    const kept = [...names].flatMap((name) => {
      const one = { path: [...path, name], current: own(current ?? {}, name), accepted: own(held, name) };
      const value = treat(one, notes);
      return value === undefined ? [] : [[name, value] as const];
    });
    return current === undefined && kept.length === 0 ? undefined : nullPrototype(kept);
  };
}

interface ListTreatment {
  /** Whether an entry only takes something away, and so needs no acceptance. @default none does */
  readonly isRestriction?: (entry: unknown) => boolean;
  /** Finds the accepted entry that a changed one stands for, which stays in force. @default none is found */
  readonly keyOf?: (entry: unknown) => string | undefined;
}

/** A list of which each entry counts by itself. */
export function list({
  isRestriction = () => false,
  keyOf = () => undefined,
}: ListTreatment = {}): Treatment {
  return (setting, notes) => {
    const { current, accepted, path } = setting;
    const held: readonly unknown[] = Array.isArray(accepted) ? accepted : [];
    if (current !== undefined && !Array.isArray(current)) return harmless(setting, notes);
    const written: readonly unknown[] = current ?? [];
    const isIn = (entry: unknown, others: readonly unknown[]): boolean =>
      others.some((other) => isDeepStrictEqual(other, entry));
    const kept: { readonly value: unknown; readonly index: number | undefined }[] = [];
    for (const [index, entry] of written.entries()) {
      if (isIn(entry, held) || (isRestriction(entry) && !hasReference(entry))) {
        kept.push({ value: entry, index });
        continue;
      }
      const key = keyOf(entry);
      const before = key === undefined ? undefined : held.find((other) => keyOf(other) === key);
      const one = { path: [...path, index], current: entry, accepted: before };
      notes.withhold(one, before === undefined ? 'added' : 'changed');
      if (before !== undefined && !isIn(before, written)) kept.push({ value: before, index });
    }
    for (const entry of held) {
      if (!isRestriction(entry) || isIn(entry, written)) continue;
      kept.push({ value: entry, index: undefined });
      notes.withhold({ path, current: undefined, accepted: entry }, 'removed');
    }
    if (current === undefined && kept.length === 0) return undefined;
    notes.keptIndices(
      path,
      kept.map(({ index }) => index),
    );
    return kept.map(({ value }) => value);
  };
}

export function hasReference(value: unknown): boolean {
  if (typeof value === 'string') return variablesIn(value).length > 0;
  return typeof value === 'object' && value !== null && Object.values(value).some(hasReference);
}

export function isRecord(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function own(record: { readonly [key: string]: unknown }, key: string): unknown {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

/** No prototype: a key such as `__proto__` is only a key. */
function nullPrototype(entriesOf: readonly (readonly [string, unknown])[]): object {
  const record = Object.create(null) as Record<string, unknown>;
  for (const [key, value] of entriesOf) record[key] = value;
  return record;
}
