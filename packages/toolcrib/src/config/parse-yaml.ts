import { isNode, LineCounter, parseDocument, Parser, type CST } from 'yaml';
import { documentLimits, OversizeProblem } from './document-limits.ts';
import { SyntaxProblem, type LocatedDocument, type Place } from './locate.ts';

/** What JSON can say and nothing else: a tag such as `!!omap` would make agents of a kind that nobody reads. */
const jsonInYaml = {
  schema: 'core',
  resolveKnownTags: false,
  uniqueKeys: true,
  // Left as a key, `<<` would lose the rules behind it.
  merge: true,
  prettyErrors: false,
  logLevel: 'error',
} as const;

export function parseYaml(text: string): LocatedDocument {
  refuseDeep(text);
  const lines = new LineCounter();
  const document = parseDocument(text, { ...jsonInYaml, lineCounter: lines });
  const toPlace = (offset: number): Place => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(1, line), column: Math.max(1, col) };
  };
  const [error] = [...document.errors, ...document.warnings];
  if (error !== undefined) throw new SyntaxProblem(error.message, toPlace(error.pos[0]));
  return {
    // A handful of aliases is convenience, thousands of them are a bomb.
    value: document.toJS({ maxAliasCount: 100 }) as unknown,
    placeOf(path) {
      for (let length = path.length; length >= 0; length--) {
        const node: unknown = document.getIn(path.slice(0, length), true);
        if (isNode(node) && node.range) return toPlace(node.range[0]);
      }
      return { line: 1, column: 1 };
    },
  };
}

/** The tokens are read without recursion, the document is not: deep nesting would end the whole process there. */
function refuseDeep(text: string): void {
  const waiting = [...new Parser().parse(text)].map((token): [CST.Token, number] => [token, 0]);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [token, depth] = next;
    if (depth > documentLimits.depth) throw new OversizeProblem();
    if (token.type === 'document' && token.value !== undefined) waiting.push([token.value, depth]);
    if (!('items' in token)) continue;
    for (const { key, value } of token.items) {
      if (key) waiting.push([key, depth + 1]);
      if (value) waiting.push([value, depth + 1]);
    }
  }
}
