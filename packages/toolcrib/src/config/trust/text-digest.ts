/** SHA-256 of a configuration's text. */
export function textDigest(text: string): string {
  // Loaded only where there is a configuration: a start without one is quicker.
  const { createHash } = process.getBuiltinModule('node:crypto');
  return createHash('sha256').update(text).digest('hex');
}
