/** The form of our own ids, imported ones too: what has it is the key of a record, and is not looked for among the ids of callers. */
const form = /^(?:call|imported)_[0-9a-f]{32}$/u;

const bytesOfId = 16;
const idsAtOnce = 64;
/** Looked up, because every call has an id and writing a number takes longer. */
const hexOf = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** Ids that nobody can guess and that nobody else makes: 128 random bits each, drawn for many at once. */
export function createCallIds(): () => string {
  let drawn = '';
  let next = 0;
  return () => {
    if (next === drawn.length) {
      drawn = '';
      for (const byte of crypto.getRandomValues(new Uint8Array(bytesOfId * idsAtOnce))) drawn += hexOf[byte];
      next = 0;
    }
    const start = next;
    next += 2 * bytesOfId;
    return `call_${drawn.slice(start, next)}`;
  };
}

/** Whether a text is an id of ours by its form. */
export function isCallId(text: string): boolean {
  return form.test(text);
}
