/** A name that nobody has and nobody can guess. */
export function randomName(): string {
  // Loaded here: most starts need no name.
  const { randomBytes } = process.getBuiltinModule('node:crypto');
  return randomBytes(15).toString('hex');
}
