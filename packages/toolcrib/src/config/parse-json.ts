import { parseTree, printParseErrorCode, type Node, type ParseError } from 'jsonc-parser';
import { documentLimits, OversizeProblem } from './document-limits.ts';
import { nodesIn, placesIn, SyntaxProblem, type LocatedDocument } from './locate.ts';

/** JSON in which comments and trailing commas are allowed. */
export function parseJson(text: string): LocatedDocument {
  const placeAt = placesIn(text);
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { allowTrailingComma: true });
  const [error] = errors;
  if (error !== undefined) throw new SyntaxProblem(printParseErrorCode(error.error), placeAt(error.offset));
  const refuseDuplicate = ({ value, offset }: Node): never => {
    throw new SyntaxProblem(`duplicate key ${JSON.stringify(value)}`, placeAt(offset));
  };
  const nodeAt = nodesIn(tree, entriesOf);
  return {
    value: tree && toValue(tree, refuseDuplicate),
    placeOf: (path) => placeAt(nodeAt(path)?.offset ?? 0),
  };
}

function entriesOf({ type, children = [] }: Node): (readonly [string | number, Node])[] {
  if (type === 'array') return children.map((item, index) => [index, item]);
  if (type !== 'object') return [];
  return children.flatMap(({ children: [key, item] = [] }) =>
    key === undefined || item === undefined ? [] : [[key.value as string, item] as const],
  );
}

/** Of two equal keys the first would be lost without a word, and with it perhaps a list of rules. */
function toValue(node: Node, refuseDuplicate: (key: Node) => never, depth = 0): unknown {
  if (depth > documentLimits.depth) throw new OversizeProblem();
  const { type, children = [] } = node;
  if (type === 'array') return children.map((item) => toValue(item, refuseDuplicate, depth + 1));
  if (type !== 'object') return node.value as unknown;
  // No prototype: a key such as `__proto__` is only a key.
  const object = Object.create(null) as Record<string, unknown>;
  for (const { children: [key, item] = [] } of children) {
    if (key === undefined || item === undefined) continue;
    if (Object.hasOwn(object, key.value as string)) refuseDuplicate(key);
    object[key.value as string] = toValue(item, refuseDuplicate, depth + 1);
  }
  return object;
}
