import { isMap, isNode, isScalar, isSeq, LineCounter, parseDocument, Parser, visit } from 'yaml';
import type { Document, Node } from 'yaml';
import { isDeeper } from '../connectors/yaml-depth.ts';
import { documentLimits, OversizeProblem } from './document-limits.ts';
import { nodesIn, SyntaxProblem, type LocatedDocument, type Place } from './locate.ts';

/** What JSON can say and nothing else: a tag such as `!!omap` would make agents of a kind that nobody reads. */
const jsonInYaml = {
  schema: 'core',
  resolveKnownTags: false,
  // Compares every key with every other; refuseDuplicates does not.
  uniqueKeys: false,
  // Left as a key, `<<` would lose the rules behind it.
  merge: true,
  prettyErrors: false,
} as const;

export function parseYaml(text: string): LocatedDocument {
  if (isDeeper(new Parser().parse(text), documentLimits.depth)) throw new OversizeProblem();
  const lines = new LineCounter();
  const document = parseDocument(text, { ...jsonInYaml, lineCounter: lines });
  const placeAt = (offset: number): Place => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(1, line), column: Math.max(1, col) };
  };
  const [error] = [...document.errors, ...document.warnings];
  if (error !== undefined) {
    const message = error.code === 'MULTIPLE_DOCS' ? 'a second document starts here' : error.message;
    throw new SyntaxProblem(message, placeAt(error.pos[0]));
  }
  refuseDuplicates(document, placeAt);
  const nodeAt = nodesIn(document.contents ?? undefined, entriesOf);
  return {
    // A handful of aliases is convenience, thousands of them are a bomb.
    value: document.toJS({ maxAliasCount: 100 }) as unknown,
    placeOf: (path) => placeAt(nodeAt(path)?.range?.[0] ?? 0),
  };
}

/** Of two equal keys one would be lost without a word; a key that is no text would become a text of its own. */
function refuseDuplicates(document: Document, placeAt: (offset: number) => Place): void {
  visit(document, {
    Map(_, { items }) {
      const known = new Set<string>();
      for (const { key } of items) {
        const name = keyOf(key);
        const problem =
          name === undefined ? 'a key must be a text' : known.has(name) && `duplicate key "${name}"`;
        if (problem) throw new SyntaxProblem(problem, placeAt((key as Node | null)?.range?.[0] ?? 0));
        known.add(name ?? '');
      }
    },
  });
}

function entriesOf(node: Node): (readonly [string | number, Node])[] {
  if (isSeq(node)) return node.items.flatMap((item, index) => (isNode(item) ? [[index, item] as const] : []));
  if (!isMap(node)) return [];
  return node.items.flatMap(({ key, value }) => (isNode(value) ? [[keyOf(key) ?? '', value] as const] : []));
}

/** A key as JSON has it; undefined when it is a list or an object. */
function keyOf(key: unknown): string | undefined {
  return isScalar<string | number | boolean | null>(key) ? String(key.value ?? '') : undefined;
}
