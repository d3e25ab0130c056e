import { isNode, LineCounter, parseDocument } from 'yaml';
import { SyntaxProblem, type LocatedDocument, type Place } from './locate.ts';

export function parseYaml(text: string): LocatedDocument {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, uniqueKeys: true });
  const toPlace = (offset: number): Place => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(1, line), column: Math.max(1, col) };
  };
  const [error] = document.errors;
  if (error !== undefined)
    throw new SyntaxProblem(error.message.split('\n')[0] ?? error.code, toPlace(error.pos[0]));
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
