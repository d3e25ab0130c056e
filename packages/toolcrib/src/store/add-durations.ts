/**
 * Adds what the durations of rollups say, such as `{"12":3,"-4":1}` or several of these in a row, to a histogram. A month
 * of statistics is megabytes of it, and JSON.parse is five times as slow: it makes objects with numbers for keys.
 */
export function addDurations(durations: Map<number, number>, json: string): void {
  let number = 0;
  let isNegative = false;
  let bucket: number | undefined;
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at);
    if (code >= zero && code <= nine) number = number * 10 + code - zero;
    else if (code === minus) isNegative = true;
    else if (code === colon) {
      bucket = isNegative ? -number : number;
      isNegative = false;
      number = 0;
    } else if (bucket !== undefined) {
      // A comma or the end.
      durations.set(bucket, (durations.get(bucket) ?? 0) + number);
      bucket = undefined;
      number = 0;
    }
  }
}

const zero = 48;
const nine = 57;
const minus = 45;
const colon = 58;
