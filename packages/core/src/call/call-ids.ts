/** Endings for the ids of one beginning: putting two texts together is much cheaper than writing a number. */
const endings = Array.from({ length: 36 ** 2 }, (_, number) => number.toString(36).padStart(2, '0'));

/** Ids that no other process makes: a random beginning, then a count. */
export function createCallIds(): () => string {
  // By the first call, because a host may first have to load what is random.
  let random: string | undefined;
  let count = 0;
  let next = endings.length;
  let beginning = '';
  return () => {
    if (next === endings.length) {
      random ??= `call_${randomText(12)}_`;
      beginning = random + (count++).toString(36);
      next = 0;
    }
    return beginning + (endings[next++] as string);
  };
}

function randomText(length: number): string {
  const bytes = new Uint8Array(length);
  if (typeof crypto === 'undefined') for (let i = 0; i < length; i++) bytes[i] = Math.random() * 256;
  else crypto.getRandomValues(bytes);
  return Array.from(bytes, (byte) => (byte % 36).toString(36)).join('');
}
