/** The comparison that the data's README asks for: strings without case, blanks and `,./-_*^'"`, numbers by value. */
export function sameValue(gold: unknown, value: unknown): boolean {
  if (Array.isArray(gold) && Array.isArray(value)) {
    return gold.length === value.length && gold.every((member, index) => sameValue(member, value[index]));
  }
  if (isRecord(gold) && isRecord(value)) {
    const keys = new Set([...Object.keys(gold), ...Object.keys(value)]);
    return [...keys].every((key) => sameMember(gold[key], value[key]));
  }
  if (typeof gold === 'boolean' || typeof value === 'boolean') return plain(gold) === plain(value);
  const [one, other] = [toNumber(gold), toNumber(value)];
  if (one !== undefined && other !== undefined)
    return Math.abs(one - other) <= 1e-9 * Math.max(1, Math.abs(one));
  if (typeof gold === 'object' || typeof value === 'object') return gold === value;
  return plain(gold) === plain(value);
}

/** Inside an object a set may list what it accepts, as it does at the top; an empty text there means: may be left out. */
function sameMember(gold: unknown, value: unknown): boolean {
  if (sameValue(gold, value)) return true;
  if (!Array.isArray(gold)) return false;
  return gold.some((one) => sameValue(one, value) || (one === '' && value === undefined));
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function plain(value: unknown): string {
  return String(value)
    .toLowerCase()
    .replaceAll(/[\s,./\-_*^'"]/gu, '');
}

function toNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string' || value.trim() === '') return undefined;
  const number = Number(value);
  return Number.isNaN(number) ? undefined : number;
}
