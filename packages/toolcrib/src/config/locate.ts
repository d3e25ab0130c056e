/** A place in a file, counted from 1 as editors do. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** A parsed configuration file that knows where each of its values stands. */
export interface LocatedDocument {
  readonly value: unknown;
  /** Where the value at a path stands; the nearest existing parent's place when there is none. */
  placeOf(path: readonly (string | number)[]): Place;
}

/** A text that is not JSON or YAML at all. */
export class SyntaxProblem extends Error {
  readonly place: Place;

  constructor(message: string, place: Place) {
    super(message);
    this.place = place;
  }
}

export function placeAt(text: string, offset: number): Place {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}
