import type { CST } from 'yaml';

/**
 * Whether a text in YAML is nested deeper than that, by its tokens: these are read without recursion, the document is not,
 * and deep nesting would end the whole process there.
 */
export function isDeeper(tokens: Iterable<CST.Token>, most: number): boolean {
  const waiting = Array.from(tokens, (token): [CST.Token, number] => [token, 0]);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [token, depth] = next;
    if (depth > most) return true;
    if (token.type === 'document' && token.value !== undefined) waiting.push([token.value, depth]);
    if (!('items' in token)) continue;
    for (const { key, value } of token.items) {
      if (key) waiting.push([key, depth + 1]);
      if (value) waiting.push([value, depth + 1]);
    }
  }
  return false;
}
