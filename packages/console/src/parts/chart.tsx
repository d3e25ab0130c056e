import { useEffect, useRef } from 'preact/hooks';
import type { JSX } from 'preact';
import { isDark, language } from '../state/settings.ts';
import { texts } from '../texts/texts.ts';
import { formatCount } from './numbers.ts';
import { Table } from './table.tsx';

interface Line {
  readonly name: string;
  /** A colour of the stylesheet. */
  readonly tone: 'accent' | 'good' | 'warn' | 'bad';
  readonly values: readonly (number | null)[];
}

interface ChartProps {
  readonly title: string;
  /** Milliseconds since 1970, one for each value. */
  readonly times: readonly number[];
  readonly lines: readonly Line[];
  /** @default as a count */
  readonly format?: (value: number) => string;
}

/** Lines over time. Nobody can hear a picture, so the same figures stand in a table under it. */
export function Chart({ title, times, lines, format = formatCount }: ChartProps): JSX.Element {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const controller = new AbortController();
    const element = frame.current;
    if (element !== null) void draw(element, { times, lines, format }, controller.signal);
    return () => controller.abort();
  }, [times, lines, isDark.value, language.value]);
  const time = new Intl.DateTimeFormat(language.value, { dateStyle: 'short', timeStyle: 'short' });
  return (
    <figure class="panel">
      <figcaption>
        <h3>{title}</h3>
      </figcaption>
      <div class="chart" ref={frame} aria-hidden="true" />
      <details>
        <summary>{texts.value.parts.asTable}</summary>
        <Table
          label={title}
          heads={[texts.value.parts.time, ...lines.map(({ name }) => name)]}
          numbers={lines.map((_, index) => index + 1)}
          rows={times.map((one, index) => [
            time.format(one),
            ...lines.map(({ values }) => {
              const value = values[index] ?? null;
              return value === null ? '–' : format(value);
            }),
          ])}
        />
      </details>
    </figure>
  );
}

/** The library that draws comes when there is something to draw. */
async function draw(
  element: HTMLElement,
  { times, lines, format }: Required<Omit<ChartProps, 'title'>>,
  signal: AbortSignal,
): Promise<void> {
  const { default: Plot } = await import('uplot');
  await import('uplot/dist/uPlot.min.css');
  if (signal.aborted) return;
  const axis = { stroke: colour(element, 'quiet'), grid: { stroke: colour(element, 'line'), width: 1 } };
  const days = (times.at(-1) ?? 0) - (times[0] ?? 0) > 129_600_000;
  const time = new Intl.DateTimeFormat(language.value, {
    ...(days && { month: 'numeric', day: 'numeric' }),
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const plot = new Plot(
    {
      width: element.clientWidth,
      height: 180,
      legend: { live: false },
      cursor: { show: false },
      axes: [
        { ...axis, space: 90, values: (_, ticks) => ticks.map((tick) => time.format(tick * 1000)) },
        { ...axis, size: 70, values: (_, ticks) => ticks.map((tick) => format(tick)) },
      ],
      scales: { y: { range: (_, __, most) => [0, most > 0 ? most * 1.1 : 1] } },
      series: [
        {},
        ...lines.map(({ name, tone }) => ({
          label: name,
          stroke: colour(element, tone),
          width: 2,
          points: { size: 5, fill: colour(element, tone) },
        })),
      ],
    },
    [times.map((one) => one / 1000), ...lines.map(({ values }) => [...values])],
    element,
  );
  const observer = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height: 180 }));
  observer.observe(element);
  signal.addEventListener('abort', () => {
    observer.disconnect();
    plot.destroy();
  });
}

/** A canvas knows no custom properties: the colour as the page computes it. */
function colour(element: HTMLElement, name: string): string {
  const probe = document.createElement('span');
  probe.style.color = `var(--${name})`;
  element.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}
