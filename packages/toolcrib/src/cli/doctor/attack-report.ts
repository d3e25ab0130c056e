import { visible } from '@toolcrib/core';
import type { AttackGroup } from '../../attack/attack.ts';
import type { AttackReport, AttackResult } from '../../attack/run-attacks.ts';
import { toTable, widthOf } from '../table.ts';
import type { AttackTexts } from './attack-texts.ts';

/** Of the attacks that count: how many were held, in one layer or in all. */
export interface AttackCounts {
  readonly held: number;
  readonly gotThrough: number;
  readonly notRun: number;
}

/** What has no effect without any protection is not counted, and neither is what got no turn to show it. */
export function countAttacks(results: readonly AttackResult[], layer?: string): AttackCounts {
  const outcomes = results.flatMap(({ applicable, layers }) =>
    Object.entries(layers)
      .filter(([name]) => layer === undefined || name === layer)
      .flatMap(([, { outcome }]) => (applicable === undefined ? ['not_run'] : applicable ? [outcome] : [])),
  );
  const count = (wanted: string): number => outcomes.filter((outcome) => outcome === wanted).length;
  return { held: count('held'), gotThrough: count('got_through'), notRun: count('not_run') };
}

/** The table of groups and layers, and every attack that got through, for a terminal so wide. */
export function showAttacks(report: AttackReport, texts: AttackTexts, columns: number = Infinity): string[] {
  const groups = Object.keys(texts.groups) as AttackGroup[];
  const rows = [
    ...groups.map((group) => ({
      name: texts.groups[group],
      results: report.results.filter(({ attack }) => attack.group === group),
    })),
    { name: texts.all, results: report.results },
  ].filter(({ results }) => results.length > 0);
  const table = toTable(
    [
      [texts.group, ...report.layers, texts.notApplicable],
      ...rows.map(({ name, results }) => [
        name,
        ...report.layers.map((layer) => cellOf(countAttacks(results, layer))),
        String(results.filter(({ applicable }) => applicable === false).length),
      ]),
    ],
    { figures: [...report.layers.map((_, index) => index + 1), report.layers.length + 1] },
  );
  const fits = table.every((line) => widthOf(line) <= columns);
  return [...(fits ? table : asList(report.layers, rows)), ...breaches(report, texts)];
}

function cellOf({ held, gotThrough }: AttackCounts): string {
  return `${held}/${held + gotThrough}`;
}

/** Where there is no room for columns. */
function asList(
  layers: readonly string[],
  rows: readonly { readonly name: string; readonly results: readonly AttackResult[] }[],
): string[] {
  return rows.flatMap(({ name, results }) => [
    visible(name),
    ...layers.map((layer) => `  ${layer}: ${cellOf(countAttacks(results, layer))}`),
  ]);
}

function breaches({ results }: AttackReport, { gotThrough }: AttackTexts): string[] {
  return results.flatMap(({ attack, applicable, layers }) => {
    const through = Object.entries(layers).filter(([, { outcome }]) => outcome === 'got_through');
    if (applicable !== true || through.length === 0) return [];
    const { group, id, line, calls } = attack;
    const tried = calls === undefined ? line : calls.map((call) => JSON.stringify(call)).join(' ');
    const where = through.map(([layer]) => layer).join(', ');
    return [`${gotThrough}: ${group}/${id} (${where})`, `  ${visible(tried)}`];
  });
}

/** The same for a program. */
export function attacksAsJson(report: AttackReport): object {
  const { held, gotThrough, notRun } = countAttacks(report.results);
  return {
    layers: report.layers,
    held,
    got_through: gotThrough,
    not_run: notRun,
    not_applicable: report.results.filter(({ applicable }) => applicable === false).length,
    duration_ms: report.durationMs,
    attacks: report.results.map(({ attack, applicable, layers }) => ({
      id: attack.id,
      group: attack.group,
      tries: attack.calls ?? attack.line,
      forbidden_effect: attack.effect,
      applicable: applicable ?? null,
      layers,
    })),
  };
}
