export interface Range {
  readonly start: number;
  /** Not included. */
  readonly end: number;
  readonly step: number;
}

/** How many numbers a range has. */
export function lengthOf(range: Range): number {
  const { start, end, step } = inWholeNumbers(range);
  return Math.max(Math.ceil((end - start) / step), 0);
}

/** The numbers of a range as people write them: 0.3 and not 0.30000000000000004. */
export function numbersIn(range: Range): readonly number[] {
  const { start, step, scale } = inWholeNumbers(range);
  return Array.from({ length: lengthOf(range) }, (_, index) => (start + index * step) / scale);
}

/** The same range times a power of ten, so that counting is exact; as it is when it has too many digits for that. */
function inWholeNumbers({ start, end, step }: Range): Range & { readonly scale: number } {
  const scale = 10 ** Math.max(decimalsOf(start), decimalsOf(end), decimalsOf(step));
  const whole = {
    start: Math.round(start * scale),
    end: Math.round(end * scale),
    step: Math.round(step * scale),
  };
  const fits = Object.values(whole).every(Number.isSafeInteger);
  return fits ? { ...whole, scale } : { start, end, step, scale: 1 };
}

function decimalsOf(number: number): number {
  const [digits = '', exponent = '0'] = String(number).split('e');
  const [, decimals = ''] = digits.split('.');
  return Math.max(decimals.length - Number(exponent), 0);
}
