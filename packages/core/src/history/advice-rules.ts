import type { AdviceCode, AdviceFacts, NarrowingWord } from '../messages/advice.ts';
import { compareVersions } from '../tool/compare-versions.ts';
import { nearestNames } from '../tool/nearest-names.ts';
import type { Tool } from '../tool/tool.ts';
import { adviceThresholds as thresholds } from './advice-thresholds.ts';
import { definitionTokens } from './definition-tokens.ts';
import { invalidParameters } from './invalid-parameters.ts';
import type { CallRecord } from './record.ts';
import { otherNames } from './rollup.ts';
import type { ToolStatistics } from './statistics.ts';
import { wilson } from './wilson.ts';

/** What the rules look at. */
export interface Analysis {
  readonly byTool: readonly ToolStatistics[];
  readonly byVersion: readonly ToolStatistics[];
  readonly byAgent: readonly ToolStatistics[];
  /** The registered tools by name, and every name that one can be called by. */
  readonly tools: ReadonlyMap<string, Tool>;
  readonly names: ReadonlySet<string>;
  /** Newest first. */
  readonly failures: readonly CallRecord[];
  readonly slowMs: number;
}

type Rules = { readonly [Code in AdviceCode]: (analysis: Analysis) => AdviceFacts[Code][] };

/** The rules, in the order in which their advice is told. */
export const adviceRules: Rules = {
  fails_since_version: failsSinceVersion,
  times_out: timesOut,
  mostly_blocked: mostlyBlocked,
  wrong_parameter: wrongParameter,
  unknown_tool: unknownTool,
  slow,
  large_outputs: largeOutputs,
  unused,
};

/** The newest version does worse than an older one did, and it began with a step from one version to the next. */
function failsSinceVersion({ byVersion }: Analysis): AdviceFacts['fails_since_version'][] {
  const versionsOf = Map.groupBy(
    byVersion.filter(({ version }) => version !== undefined),
    ({ tool }) => tool,
  );
  return [...versionsOf].flatMap(([tool, unordered]) => {
    const versions = unordered.toSorted((one, other) =>
      compareVersions(one.version as string, other.version as string),
    );
    const newest = versions.at(-1) as ToolStatistics;
    const at = versions.findLastIndex((version, index) => {
      const before = versions[index - 1];
      return before !== undefined && isWorse(version, before) && isWorse(newest, before);
    });
    const [before, version] = [versions[at - 1], versions[at]];
    if (before === undefined || version === undefined) return [];
    return [
      {
        tool,
        version: version.version as string,
        before: before.version as string,
        calls: allowed(version),
        callsBefore: allowed(before),
        successRate: version.successRate as number,
        successRateBefore: before.successRate as number,
      },
    ];
  });
}

function isWorse(one: ToolStatistics, other: ToolStatistics): boolean {
  if (one.successRate === undefined || other.successRate === undefined) return false;
  if (one.errors < thresholds.repeated) return false;
  const apart = wilson(one.successes, allowed(one)).upper < wilson(other.successes, allowed(other)).lower;
  return apart && other.successRate - one.successRate >= thresholds.drop;
}

function timesOut({ byTool }: Analysis): AdviceFacts['times_out'][] {
  return byTool
    .filter((row) => isMostly(row.timeouts, allowed(row)))
    .map((row) => ({
      tool: row.tool,
      timeouts: row.timeouts,
      calls: allowed(row),
      maxMs: row.maxMs as number,
    }));
}

function mostlyBlocked({ byAgent, failures }: Analysis): AdviceFacts['mostly_blocked'][] {
  return byAgent
    .filter(({ blocked, calls }) => isMostly(blocked, calls))
    .map(({ tool, agent, blocked, calls }) => {
      const rules = failures
        .filter((record) => record.tool === tool && record.agent === agent && record.status === 'blocked')
        .flatMap(({ rule }) => (rule === undefined ? [] : [rule]));
      return { tool, agent, blocked, calls, rule: commonest(rules)?.[0] };
    });
}

function wrongParameter({ byTool, failures }: Analysis): AdviceFacts['wrong_parameter'][] {
  return byTool.flatMap((row) => {
    const { tool } = row;
    const invalid = failures.filter(
      (record) => record.tool === tool && record.errorCode === 'invalid_arguments',
    );
    const parameters = invalid.flatMap(invalidParameters);
    const [parameter, times] = commonest(parameters) ?? [];
    if (parameter === undefined || times === undefined || !isMostly(times, invalid.length)) return [];
    const matters = times >= thresholds.manyMistakes || times >= thresholds.mistakeShare * row.calls;
    return matters ? [{ tool, parameter, times, invalidCalls: invalid.length }] : [];
  });
}

/** No version is recorded when no tool was found. */
function unknownTool({ byVersion, names }: Analysis): AdviceFacts['unknown_tool'][] {
  return byVersion
    .filter(
      ({ tool, version, calls }) =>
        version === undefined && calls >= thresholds.repeated && tool !== otherNames && !names.has(tool),
    )
    .map(({ tool, calls }) => ({ tool, calls, suggestions: nearestNames(tool, names) }));
}

/** A tool that nearly always runs out of time is told of already. */
function slow({ byTool, tools, slowMs }: Analysis): AdviceFacts['slow'][] {
  return byTool
    .filter(
      (row) =>
        allowed(row) >= thresholds.often &&
        (row.meanMs as number) > slowMs &&
        (row.p95Ms as number) > slowMs &&
        !isMostly(row.timeouts, allowed(row)),
    )
    .map((row) => ({
      tool: row.tool,
      calls: allowed(row),
      meanMs: row.meanMs as number,
      p95Ms: row.p95Ms as number,
      narrowBy: narrowingWords(tools.get(row.tool)),
    }));
}

const narrowing: readonly (readonly [word: NarrowingWord, parameter: RegExp])[] = [
  ['path', /^(?:(?:file_?)?path|dir|directory|folder)$/iu],
  ['pattern', /^(?:pattern|regexp?|glob)$/iu],
  ['query', /^(?:query|search|q)$/iu],
];

function narrowingWords(tool: Tool | undefined): NarrowingWord[] {
  const parameters = parametersOf(tool);
  return narrowing
    .filter(([, pattern]) => parameters.some((name) => pattern.test(name)))
    .map(([word]) => word);
}

function largeOutputs({ byTool, tools }: Analysis): AdviceFacts['large_outputs'][] {
  return byTool
    .filter(
      ({ outputBytes, successes }) =>
        successes >= thresholds.often && outputBytes / successes >= thresholds.largeBytes,
    )
    .map(({ tool, outputBytes, successes }) => ({
      tool,
      outputs: successes,
      meanBytes: outputBytes / successes,
      limitedBy: parametersOf(tools.get(tool)).find((name) =>
        /^(?:limit|head_limit|(?:max|page)_?(?:results|size|lines|bytes|items)|count)$/iu.test(name),
      ),
    }));
}

function unused({ byTool, tools }: Analysis): AdviceFacts['unused'][] {
  const called = new Set(byTool.map(({ tool }) => tool));
  const callsOfOthers = byTool.reduce((sum, { calls }) => sum + calls, 0);
  if (callsOfOthers < thresholds.busy) return [];
  return [...tools.values()]
    .filter(({ name, deferLoading }) => !called.has(name) && !deferLoading)
    .map((tool) => ({ tool: tool.name, tokens: definitionTokens(tool), callsOfOthers }))
    .filter(({ tokens }) => tokens >= thresholds.unusedTokens)
    .toSorted((one, other) => other.tokens - one.tokens);
}

/** Happened again and again, and in most of the calls, whatever chance may have done. */
function isMostly(times: number, calls: number): boolean {
  return times >= thresholds.repeated && wilson(times, calls).lower > thresholds.most;
}

function allowed({ successes, errors }: ToolStatistics): number {
  return successes + errors;
}

function parametersOf(tool: Tool | undefined): readonly string[] {
  return Object.keys(tool?.parameters.properties ?? {});
}

function commonest(words: readonly string[]): readonly [word: string, times: number] | undefined {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts].toSorted(([, one], [, other]) => other - one)[0];
}
