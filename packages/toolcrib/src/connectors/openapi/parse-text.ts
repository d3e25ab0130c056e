import { isDeeper } from '../yaml-depth.ts';
import { documentLimits } from './document-limits.ts';

/** A text that is neither JSON nor YAML. */
export class SyntaxProblem extends Error {}

/** A text that is too large, too deep, or made of itself. */
export class OversizeProblem extends Error {}

/** Reads JSON or YAML, whichever it is. The parser for YAML is loaded only when it is needed. */
export async function parseText(text: string): Promise<unknown> {
  if (/^\s*[[{]/u.test(text)) {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      // YAML may begin with a brace as well; if it is neither, YAML's complaint tells the line.
    }
  }
  if (text.length > documentLimits.yamlBytes) throw new OversizeProblem();
  const { Composer, Parser } = await import('yaml');
  const tokens = [...new Parser().parse(text)];
  if (isDeeper(tokens, documentLimits.depth)) throw new OversizeProblem();
  const [document, second] = new Composer({
    schema: 'core',
    merge: true,
    // Compares every key with every other, which takes minutes in a large document.
    uniqueKeys: false,
    resolveKnownTags: false,
  }).compose(tokens, true, text.length);
  if (document === undefined || second !== undefined) throw new SyntaxProblem('it is not one document');
  const [error] = document.errors;
  if (error !== undefined) {
    const line = text.slice(0, error.pos[0]).split('\n').length;
    throw new SyntaxProblem(`${error.message.split('\n', 1)[0]} (line ${line})`);
  }
  try {
    return document.toJS({ maxAliasCount: 10_000 }) as unknown;
  } catch {
    // What is thrown here says that aliases multiply.
    throw new OversizeProblem();
  }
}
