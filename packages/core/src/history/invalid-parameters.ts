import type { ArgumentProblem } from '../messages/facts.ts';

/** Names that a caller made up are as many and as long as the caller likes. */
const maxParameters = 8;
const maxLength = 200;

/** Their problem is about a name inside of the value at `path`. */
const aboutNames = ['required', 'additionalProperties', 'unevaluatedProperties', 'propertyNames'];

/** The parameters that problems are about, each once; nothing for the arguments as a whole. */
export function invalidParameters(problems: readonly ArgumentProblem[]): readonly string[] {
  const names = problems.slice(0, maxParameters).map(({ path, keyword, expected }) => {
    const inside = aboutNames.includes(keyword) ? [String(expected)] : [];
    return [path, ...inside].filter((part) => part !== '').join('.');
  });
  return [...new Set(names)].filter((name) => name !== '').map((name) => name.slice(0, maxLength));
}
