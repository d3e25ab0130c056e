/** A time as ISO 8601 writes it. */
export function timeOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
