import { toStatistics, type ToolRollup } from '@toolcrib/core';
import type { Unrecorded } from '../store/history/unrecorded.ts';

interface Gauges {
  readonly waiting: number;
  readonly unrecorded: Pick<Unrecorded, 'waiting' | 'lost'>;
  readonly listeners: number;
  readonly runningCalls: number;
}

/** Figures about calls in the text format of Prometheus: what the store has counted, and what is so now. */
export function toMetrics(
  rollups: readonly ToolRollup[],
  { waiting, unrecorded, listeners, runningCalls }: Gauges,
): string {
  const tools = toStatistics(rollups);
  const endings = ['successes', 'errors', 'blocked'] as const;
  const status = { successes: 'success', errors: 'error', blocked: 'blocked' } as const;
  return [
    ...family('toolcrib_calls_total', 'counter', 'Calls by their ending.'),
    ...tools.flatMap((row) =>
      endings.map((ending) =>
        sample('toolcrib_calls_total', { tool: row.tool, status: status[ending] }, row[ending]),
      ),
    ),
    ...family('toolcrib_call_timeouts_total', 'counter', 'Calls that took too long.'),
    ...tools.map((row) => sample('toolcrib_call_timeouts_total', { tool: row.tool }, row.timeouts)),
    ...family(
      'toolcrib_call_outcomes_unknown_total',
      'counter',
      'Calls whose process ended before they did.',
    ),
    ...tools.map((row) =>
      sample('toolcrib_call_outcomes_unknown_total', { tool: row.tool }, row.outcomesUnknown),
    ),
    ...family('toolcrib_call_duration_seconds', 'summary', 'How long calls took.'),
    ...tools.flatMap(({ tool, calls, blocked, outcomesUnknown, meanMs, p50Ms, p95Ms, p99Ms }) => {
      const quantiles = [
        ['0.5', p50Ms],
        ['0.95', p95Ms],
        ['0.99', p99Ms],
      ] as const;
      const ran = calls - blocked - outcomesUnknown;
      return [
        ...quantiles.flatMap(([quantile, ms]) =>
          ms === undefined ? [] : [sample('toolcrib_call_duration_seconds', { tool, quantile }, ms / 1000)],
        ),
        sample('toolcrib_call_duration_seconds_sum', { tool }, ((meanMs ?? 0) * ran) / 1000),
        sample('toolcrib_call_duration_seconds_count', { tool }, ran),
      ];
    }),
    ...family('toolcrib_history_unrecorded', 'gauge', 'Calls that have no record in the store.'),
    ...(['waiting', 'lost'] as const).map((state) =>
      sample('toolcrib_history_unrecorded', { state }, unrecorded[state]),
    ),
    ...family('toolcrib_approvals_waiting', 'gauge', 'Questions that wait for a person.'),
    sample('toolcrib_approvals_waiting', {}, waiting),
    ...family('toolcrib_running_calls', 'gauge', 'Requests that are being answered.'),
    sample('toolcrib_running_calls', {}, runningCalls),
    ...family('toolcrib_event_listeners', 'gauge', 'Open streams of events.'),
    sample('toolcrib_event_listeners', {}, listeners),
    '',
  ].join('\n');
}

function family(name: string, type: string, help: string): string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`];
}

function sample(name: string, labels: { readonly [name: string]: string }, value: number): string {
  const said = Object.entries(labels).map(([label, text]) => `${label}="${escaped(text)}"`);
  return `${name}${said.length === 0 ? '' : `{${said.join(',')}}`} ${value}`;
}

function escaped(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}
