/** The id that an agent has given to a call, and whose it is, in one text that no other pair makes. */
export function givenIdKey(agent: string | undefined, id: string): string {
  return JSON.stringify([agent ?? null, id]);
}
