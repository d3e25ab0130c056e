/** Whether a number is a multiple of another as they are written in decimals: 0.3 is one of 0.1. */
export function isMultipleOf(value: number, divisor: number): boolean {
  if (Number.isSafeInteger(value) && Number.isSafeInteger(divisor)) return value % divisor === 0;
  if (!Number.isFinite(value)) return false;
  const [digits, exponent] = toDecimal(value);
  const [divisorDigits, divisorExponent] = toDecimal(divisor);
  const shared = Math.min(exponent, divisorExponent);
  const scaled = digits * 10n ** BigInt(exponent - shared);
  return scaled % (divisorDigits * 10n ** BigInt(divisorExponent - shared)) === 0n;
}

/** The digits and the power of ten of a number: 0.25 is 25 × 10^-2. Exponents reach ±324, so this is small. */
function toDecimal(value: number): readonly [bigint, number] {
  const [mantissa = '0', exponent = '0'] = value.toExponential().split('e');
  const [whole = '0', fraction = ''] = mantissa.split('.');
  return [BigInt(whole + fraction), Number(exponent) - fraction.length];
}
