/** A number that is worth keeping: a target may hang on it, and the next run is held against it. */
export interface Figure {
  readonly what: string;
  readonly value: number;
  /** `×` for a ratio, which other machines share; `%` for a share of right answers. */
  readonly unit: string;
  readonly better: 'less' | 'more';
  readonly target?: number;
}

export interface KeptFigure extends Figure {
  readonly section: string;
}

/** Two runs of the same code differ by so much: ratios of one run by less than times, as a machine has good and bad minutes. */
const noise = { ratio: 0.2, time: 0.6 };

/** Right answers are counted, not timed: they move only when something has changed. */
const points = 0.5;

export interface Change {
  readonly figure: KeptFigure;
  readonly before: number;
}

/** What has become worse by more than two runs of the same code differ. */
export function worsened(before: readonly KeptFigure[], after: readonly KeptFigure[]): Change[] {
  return after.flatMap((figure) => {
    const old = before.find(({ section, what }) => section === figure.section && what === figure.what);
    return old !== undefined && isWorse(figure, old.value) ? [{ figure, before: old.value }] : [];
  });
}

function isWorse({ value, unit, better }: Figure, before: number): boolean {
  const lost = better === 'less' ? value - before : before - value;
  if (unit === '%') return lost > points;
  return lost > noise[/^(?:s|ms|µs)\b/u.test(unit) ? 'time' : 'ratio'] * Math.abs(before);
}

export function isMet({ value, target, better }: Figure): boolean {
  return target === undefined || (better === 'less' ? value <= target : value >= target);
}
