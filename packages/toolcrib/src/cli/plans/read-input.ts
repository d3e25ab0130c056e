import { visible, type Locale } from '@toolcrib/core';
import { UsageError } from '../command-line.ts';
import { fromKeyValues } from '../key-values.ts';
import { planTexts } from '../plan-texts.ts';
import { cliTexts } from '../texts.ts';

/** `--input city=Vienna --input days=3`: numbers, lists and objects are written as JSON. */
export function readInput(pairs: readonly string[] = [], locale: Locale): Record<string, unknown> {
  const texts = cliTexts(locale);
  return fromKeyValues(pairs, undefined, {
    badPair: (pair) => planTexts(locale).badInput(visible(pair)),
    twice: (name) => texts.twice(name),
  });
}

/** `--concurrency 4`; undefined when nothing is said. */
export function readConcurrency(given: string | undefined, locale: Locale): number | undefined {
  if (given === undefined) return undefined;
  const wanted = Number(given);
  if (!Number.isInteger(wanted) || wanted < 1 || wanted > 1000)
    throw new UsageError(planTexts(locale).badConcurrency);
  return wanted;
}
