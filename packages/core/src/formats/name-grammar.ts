import { sha256 } from '../tool/sha256.ts';

/** What a provider takes as a name. */
export interface NameGrammar {
  readonly legal: RegExp;
  readonly illegalCharacters: RegExp;
  readonly maxLength: number;
}

/** OpenAI, and what others that speak like it enforce. Anthropic takes 128 by now, but Bedrock and its desktop do not. */
export const plainNames: NameGrammar = {
  legal: /^[a-zA-Z0-9_-]{1,64}$/u,
  illegalCharacters: /[^a-zA-Z0-9_-]/gu,
  maxLength: 64,
};

/**
 * A legal name for each given one, and no two the same. The result depends on the set of names, not on their order:
 * legal names stay, the others are cleaned, and those that would then clash or be cut carry a hash of the original.
 */
export function legalNames(names: ReadonlySet<string>, grammar: NameGrammar): ReadonlyMap<string, string> {
  const legal = new Map<string, string>();
  for (const name of names) if (grammar.legal.test(name)) legal.set(name, name);

  let open = [...names].filter((name) => !legal.has(name));
  // Somebody may give names whose hashes are equal, or a name that is the hash of another, so a clash goes on.
  for (let round = 0; open.length > 0; round++) {
    const taken = new Set(legal.values());
    const candidates = new Map(open.map((name) => [name, repaired(name, grammar, round)]));
    const uses = countOf(candidates.values());
    for (const [name, candidate] of candidates) {
      if (candidate !== undefined && uses.get(candidate) === 1 && !taken.has(candidate))
        legal.set(name, candidate);
    }
    open = open.filter((name) => !legal.has(name));
  }
  return legal;
}

function repaired(name: string, grammar: NameGrammar, round: number): string | undefined {
  const { legal, illegalCharacters, maxLength } = grammar;
  const cleaned = name.replace(illegalCharacters, '_');
  const whole = legal.test(cleaned.charAt(0)) ? cleaned : `_${cleaned}`;
  if (round === 0) return whole.length <= maxLength ? whole : undefined;
  const hash = sha256(round === 1 ? name : `${name}#${round}`).slice(0, round === 1 ? 8 : 32);
  return `${whole.slice(0, maxLength - hash.length - 1)}_${hash}`;
}

function countOf(values: Iterable<string | undefined>): ReadonlyMap<string | undefined, number> {
  const counts = new Map<string | undefined, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}
