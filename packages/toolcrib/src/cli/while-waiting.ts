import { LiveArea } from './plans/live-area.ts';
import type { Terminal } from './terminal.ts';

/** Milliseconds after which a person wonders whether anything happens. */
const patience = 500;

/** Shows on a screen that something takes its time, and for how long; gone when it is over. Nothing is shown elsewhere. */
export async function whileWaiting<Result>(
  { screen }: Pick<Terminal, 'screen'>,
  says: (seconds: number) => string,
  work: () => Promise<Result>,
): Promise<Result> {
  if (screen === undefined) return work();
  const begun = performance.now();
  let area: LiveArea | undefined;
  let lines = (): readonly string[] => [says(Math.round((performance.now() - begun) / 1000))];
  const timer = setTimeout(() => (area = new LiveArea(screen, () => lines())), patience);
  try {
    return await work();
  } finally {
    clearTimeout(timer);
    lines = () => [];
    area?.end();
  }
}
