import type { Decimal } from 'decimal.js';

/** The sum of numbers as people write them: 0.1 and 0.2 make 0.3. */
export async function sumOf(numbers: readonly number[]): Promise<number> {
  return (await decimalSum(numbers)).toNumber();
}

/** The average; null when there is nothing to take it of. */
export async function averageOf(numbers: readonly number[]): Promise<number | null> {
  if (numbers.length === 0) return null;
  return (await decimalSum(numbers)).div(numbers.length).toNumber();
}

async function decimalSum(numbers: readonly number[]): Promise<Decimal> {
  const decimals = await import('decimal.js');
  // Enough digits for the largest and the smallest double in one sum.
  const exact = decimals.Decimal.clone({ defaults: true, precision: 700 });
  let sum = new exact(0);
  for (const number of numbers) sum = sum.plus(number);
  return sum;
}
