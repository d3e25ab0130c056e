/** The sum of numbers as people write them: 0.1 and 0.2 make 0.3. */
export function sumOf(numbers: readonly number[]): number {
  const { units, exponent } = exactSum(numbers);
  return Number(`${units}e${exponent}`);
}

/** The average; null when there is nothing to take it of. */
export function averageOf(numbers: readonly number[]): number | null {
  if (numbers.length === 0) return null;
  const { units, exponent } = exactSum(numbers);
  // 40 more digits than the sum has: far more than a double can tell apart.
  return Number(`${(units * 10n ** 40n) / BigInt(numbers.length)}e${exponent - 40}`);
}

/** A decimal number: so many units of a power of ten. */
interface Decimal {
  readonly units: bigint;
  readonly exponent: number;
}

function exactSum(numbers: readonly number[]): Decimal {
  const sums = new Map<number, bigint>();
  for (const number of numbers) {
    const { units, exponent } = toDecimal(number);
    sums.set(exponent, (sums.get(exponent) ?? 0n) + units);
  }
  const least = Math.min(0, ...sums.keys());
  let total = 0n;
  for (const [exponent, units] of sums) total += units * 10n ** BigInt(exponent - least);
  return { units: total, exponent: least };
}

function toDecimal(number: number): Decimal {
  if (Number.isSafeInteger(number)) return { units: BigInt(number), exponent: 0 };
  const text = number.toExponential(); // -1.25e-7
  const end = text.indexOf('e');
  const point = text.indexOf('.');
  const decimals = point === -1 ? 0 : end - point - 1;
  return {
    units: BigInt(text.slice(0, end).replace('.', '')),
    exponent: Number(text.slice(end + 1)) - decimals,
  };
}
