/** Ids that no other process makes: a random beginning, then a count. */
export function createCallIds(): () => string {
  const beginning = `call_${randomText(12)}`;
  let count = 0;
  return () => `${beginning}_${(++count).toString(36)}`;
}

function randomText(length: number): string {
  const bytes = new Uint8Array(length);
  if (typeof crypto === 'undefined') for (let i = 0; i < length; i++) bytes[i] = Math.random() * 256;
  else crypto.getRandomValues(bytes);
  return Array.from(bytes, (byte) => (byte % 36).toString(36)).join('');
}
