/**
 * How many calls took how long, as it is stored: runs of buckets, each with its first bucket and the calls in it and in those
 * that follow, such as `-4:1 12:3,,5`. A month of statistics is thousands of these: as JSON they would be twice as long.
 */
export function toDurationsText(durations: ReadonlyMap<number, number>): string {
  let text = '';
  let next = -Infinity;
  for (const bucket of Int32Array.from(durations.keys()).toSorted()) {
    const gap = bucket - next;
    // A few empty places are shorter than another beginning.
    text += gap < 4 ? ','.repeat(gap + 1) : `${text && ' '}${bucket}:`;
    text += durations.get(bucket);
    next = bucket + 1;
  }
  return text;
}

/** Adds what such a text says, or several of them with a space in between, to a histogram. */
export function addDurations(durations: Map<number, number>, text: string): void {
  // Counted in a list first: what thousands of texts say of one bucket is added without looking it up.
  const counts = new Float64Array(-2 * lowest);
  let number = 0;
  let isNegative = false;
  let bucket = lowest;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code >= zero && code <= nine) number = number * 10 + code - zero;
    else if (code === minus) isNegative = true;
    else {
      if (code === colon) bucket = isNegative ? -number : number;
      else {
        // A comma or a space.
        (counts[bucket - lowest] as number) += number;
        bucket++;
      }
      isNegative = false;
      number = 0;
    }
  }
  (counts[bucket - lowest] as number) += number;
  counts.forEach((calls, at) => {
    if (calls > 0) durations.set(at + lowest, (durations.get(at + lowest) ?? 0) + calls);
  });
}

/** All buckets from a microsecond to a million years are nearer to zero. */
const lowest = -1024;
const zero = 48;
const nine = 57;
const minus = 45;
const colon = 58;
