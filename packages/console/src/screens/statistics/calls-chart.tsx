import type { JSX } from 'preact';
import type { Output } from '../../live/ask.ts';
import { Chart } from '../../parts/chart.tsx';
import { texts } from '../../texts/texts.ts';

/** All calls together over time. */
export function CallsChart({
  items,
}: {
  readonly items: readonly Output<'get_statistics'>['items'][number][];
}): JSX.Element | null {
  const words = texts.value.statistics;
  const first = items[0]?.calls_over_time;
  if (first === undefined) return null;
  const length = Math.max(...items.map(({ calls_over_time: { calls } }) => calls.length));
  const times = Array.from({ length }, (_, index) => Date.parse(first.start) + index * first.step_ms);
  const sums = times.map((_, index) =>
    items.reduce((sum, { calls_over_time: { calls } }) => sum + (calls[index] ?? 0), 0),
  );
  return (
    <Chart
      title={words.callsOverTime}
      times={times}
      lines={[{ name: words.columns.calls, tone: 'accent', values: sums }]}
    />
  );
}
