/** A duration in three digits or so: `0.42 ms`, `412 ms`, `2.4 s`, `3.1 min`; nothing for none. */
export function showMs(milliseconds: number | undefined): string {
  if (milliseconds === undefined) return '';
  if (milliseconds < 1000) return `${digits(milliseconds)} ms`;
  return milliseconds < 60_000 ? `${digits(milliseconds / 1000)} s` : `${digits(milliseconds / 60_000)} min`;
}

/** `0 B`, `1.2 kB`, `34 MB`. */
export function showBytes(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  const power = bytes === 0 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), units.length - 1);
  return `${power === 0 ? bytes : digits(bytes / 1000 ** power)} ${units[power]}`;
}

/** `98.2 %`; nothing for none. What is not all is never shown as all, and what is not nothing never as nothing. */
export function showShare(share: number | undefined): string {
  if (share === undefined) return '';
  const percent = share * 100;
  const shown = percent > 0 && percent < 100 ? Math.min(Math.max(percent, 0.1), 99.9).toFixed(1) : percent;
  return `${shown} %`;
}

/** A line that rises and falls with its figures; where there was nothing there is nothing. */
export function sparkline(figures: readonly number[]): string {
  const most = Math.max(...figures);
  const bars = '▁▂▃▄▅▆▇█';
  return figures
    .map((figure) => (figure === 0 ? ' ' : bars[Math.ceil((figure / most) * bars.length) - 1]))
    .join('');
}

function digits(number: number): string {
  return number.toFixed(number < 1 ? 2 : number < 10 ? 1 : 0);
}

/** The time of this machine: `2026-01-31 08:30`, or to the second. */
export function showTime(time: number, to: 'minute' | 'second' = 'minute'): string {
  const local = new Date(time - new Date(time).getTimezoneOffset() * 60_000);
  return local
    .toISOString()
    .slice(0, to === 'minute' ? 16 : 19)
    .replace('T', ' ');
}
