/** Letters and digits that nobody can guess, where the host has a source for that. */
export function randomText(length: number): string {
  const bytes = new Uint8Array(length);
  if (typeof crypto === 'undefined') for (let i = 0; i < length; i++) bytes[i] = Math.random() * 256;
  else crypto.getRandomValues(bytes);
  return Array.from(bytes, (byte) => (byte % 36).toString(36)).join('');
}
