import {
  findNodeAtLocation,
  getNodeValue,
  parseTree,
  printParseErrorCode,
  type ParseError,
} from 'jsonc-parser';
import { placeAt, SyntaxProblem, type LocatedDocument } from './locate.ts';

/** JSON in which comments and trailing commas are allowed. */
export function parseJson(text: string): LocatedDocument {
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { allowTrailingComma: true });
  const [error] = errors;
  if (error !== undefined)
    throw new SyntaxProblem(printParseErrorCode(error.error), placeAt(text, error.offset));
  return {
    value: tree && getNodeValue(tree),
    placeOf(path) {
      for (let length = path.length; length >= 0; length--) {
        const node = tree && findNodeAtLocation(tree, path.slice(0, length));
        if (node !== undefined) return placeAt(text, node.offset);
      }
      return { line: 1, column: 1 };
    },
  };
}
