import { language } from '../state/settings.ts';

export function formatCount(count: number): string {
  return new Intl.NumberFormat(language.value).format(count);
}

/** Milliseconds as a person says them: `0.4 ms`, `12 ms`, `3.2 s`, `2 min`. */
export function formatDuration(ms: number): string {
  if (ms < 1) return unit(ms, 'millisecond', 2);
  if (ms < 1000) return unit(ms, 'millisecond', 0);
  if (ms < 60_000) return unit(ms / 1000, 'second', 1);
  if (ms < 5_400_000) return unit(ms / 60_000, 'minute', 0);
  return unit(ms / 3_600_000, 'hour', 1);
}

export function formatBytes(bytes: number): string {
  if (bytes < 1000) return unit(bytes, 'byte', 0);
  if (bytes < 1_000_000) return unit(bytes / 1000, 'kilobyte', 1);
  return unit(bytes / 1_000_000, 'megabyte', 1);
}

export function formatShare(share: number): string {
  return new Intl.NumberFormat(language.value, { style: 'percent', maximumFractionDigits: 1 }).format(share);
}

function unit(value: number, name: string, digits: number): string {
  return new Intl.NumberFormat(language.value, {
    style: 'unit',
    unit: name,
    unitDisplay: 'short',
    maximumFractionDigits: digits,
  }).format(value);
}
