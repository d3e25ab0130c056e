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
  /** The path that a value has in the file, where it has another one here. */
  pathInFile?(path: readonly (string | number)[]): readonly (string | number)[];
}

/** A text that is not JSON or YAML at all. */
export class SyntaxProblem extends Error {
  readonly place: Place;

  constructor(message: string, place: Place) {
    super(message);
    this.place = place;
  }
}

/** Finds places in a text. The lines are counted once: a large file with many entries asks for many places. */
export function placesIn(text: string): (offset: number) => Place {
  const starts = [0];
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', end + 1)) starts.push(end + 1);
  return (offset) => {
    let low = 0;
    for (let high = starts.length; high - low > 1; ) {
      const middle = (low + high) >> 1;
      if ((starts[middle] as number) <= offset) low = middle;
      else high = middle;
    }
    return { line: low + 1, column: offset - (starts[low] as number) + 1 };
  };
}

type Step = string | number;

/** Finds the node at a path, or its nearest parent. What a node holds is listed once: a large one may be asked for all of it. */
export function nodesIn<Node extends object>(
  root: Node | undefined,
  entriesOf: (node: Node) => Iterable<readonly [Step, Node]>,
): (path: readonly Step[]) => Node | undefined {
  const listed = new Map<Node, ReadonlyMap<Step, Node>>();
  const childrenOf = (node: Node): ReadonlyMap<Step, Node> => {
    const children = listed.get(node) ?? new Map(entriesOf(node));
    listed.set(node, children);
    return children;
  };
  return (path) => {
    let node = root;
    for (const step of path) {
      const child = node && childrenOf(node).get(step);
      if (child === undefined) break;
      node = child;
    }
    return node;
  };
}
