import { askedWords, type AskedWord } from './asked-words.ts';
import { meaningsInSigns, meaningsOf } from './meanings.ts';
import { parameterFit } from './parameters/parameter-fit.ts';
import type { FilledParameters } from './parameters/fill-parameters.ts';
import { fieldsOf, type IndexedTool } from './tool-text.ts';
import { wordsOf } from './words.ts';

/**
 * Whether a tool suits a request at all, whatever else there is: how much of the one stands in the other. Unlike the score
 * of a search, it means the same among three tools and among thousands.
 */
export interface Suitability {
  /** The share of the request's words that the tool knows, without those that are values of its parameters. 0 to 1, as all but the score. */
  readonly covered: number;
  /** The share of the tool's name, and of its description, that stands in the request. */
  readonly named: number;
  readonly described: number;
  /** These three, with how many words they share. */
  readonly coverage: number;
  /** How well the request fills what the tool requires. */
  readonly parameters: number;
  /** All of it together; who says little has less in common, and is not held to it. */
  readonly score: number;
}

/** A match by another word for the same. */
const otherWord = 0.7;
/** More words in common than this say no more. */
const mostShared = 9;
/** Who says it in fewer words than this has fewer in common. */
const usualWords = 6;
/** What it adds to the score that a request fills all that a tool requires. */
export const parametersWorth = 1.5;
const worth = { shared: 0.8, parameters: parametersWorth, brief: 0.15 };

/** How one request suits many tools: its words are read once. */
export function createSuitability(
  task: string,
): (tool: IndexedTool, filled: FilledParameters) => Suitability {
  const asked = askedWords(task).map((word) => ({ ...word, at: task.toLowerCase().indexOf(word.said) }));
  const said = asked.filter(({ term, said: word }) => term === undefined || !han.test(word)).length;
  const brevity = worth.brief * Math.max(0, usualWords - said);
  const known = termsOf(task, 2);
  return (tool, filled) => {
    const { name, summary, terms } = textsOf(tool);
    const values = filled.sources.flatMap(({ from, span }) => (from === 'text' && span ? [span] : []));
    const meant = asked.filter((word) => word.term === undefined && matchOf(word, terms) > 0);
    let [all, there] = [0, 0];
    for (const word of asked) {
      // The signs of a word that is there by its meaning are there with it.
      const within = han.test(word.said) && meant.some((one) => one.said.includes(word.said));
      const found = Math.max(matchOf(word, terms), within ? otherWord : 0);
      const { at, said: text } = word;
      if (found === 0 && at >= 0 && values.some(([start, end]) => at >= start && at + text.length <= end))
        continue;
      all += weightOf(word);
      there += weightOf(word) * found;
    }
    const covered = all === 0 ? 0 : there / all;
    const named = shareOf(name, known);
    const described = shareOf(summary, known);
    const filling = parameterFit(filled);
    const shared = Math.sqrt(Math.min(there, mostShared));
    const words = covered + named + described + worth.shared * shared;
    return {
      covered,
      named,
      described,
      coverage: words / (3 + worth.shared * Math.sqrt(mostShared)),
      parameters: filling,
      score: words + brevity + worth.parameters * filling,
    };
  };
}

interface ToolTexts {
  readonly name: string;
  readonly summary: string;
  readonly terms: ReadonlySet<string>;
}

/** A registered tool is frozen, and the same ones are asked for often. */
const readTools = new WeakMap<IndexedTool, ToolTexts>();

function textsOf(tool: IndexedTool): ToolTexts {
  const known = readTools.get(tool);
  if (known !== undefined) return known;
  const [name = '', description = '', , , , parameters = ''] = fieldsOf(tool).map(({ text }) => text);
  const summary = tool.shortDescription ?? description.split(/(?<=[.!?])\s|[。！？\n]/u)[0] ?? '';
  const texts = { name, summary, terms: termsOf([name, description, parameters].join(' ')) };
  if (Object.isFrozen(tool)) readTools.set(tool, texts);
  return texts;
}

function matchOf({ term, meanings }: AskedWord, terms: ReadonlySet<string>): number {
  if (term !== undefined && terms.has(term)) return 1;
  return meanings.some((meaning) => terms.has(meaning)) ? otherWord : 0;
}

/** Signs and pairs of signs come several times over; what is only known by its meaning is one Chinese word. */
function weightOf({ term, weight, said }: AskedWord): number {
  if (term === undefined) return chineseWord;
  return han.test(said) ? weight * 0.4 : weight;
}

const chineseWord = 0.6;
const han = /\p{Script=Han}/u;

/** By meaning, Chinese words of so many signs: one sign of a request is as often a part of a name. */
function termsOf(text: string, shortest = 1): ReadonlySet<string> {
  const terms = new Set<string>();
  for (const { term } of wordsOf(text)) {
    terms.add(term);
    for (const meaning of meaningsOf(term)) terms.add(meaning);
  }
  for (const { said, meanings } of meaningsInSigns(text))
    if (said.length >= shortest) for (const meaning of meanings) terms.add(meaning);
  return terms;
}

/** How much of a text is among these terms. */
function shareOf(text: string, terms: ReadonlySet<string>): number {
  let [all, there] = [0, 0];
  const words = new Map(wordsOf(text).map((word) => [word.term, word]));
  for (const { term, weight, said } of words.values()) {
    if (han.test(said) && said.length === 1) continue;
    all += weight;
    there += weight * matchOf({ term, meanings: meaningsOf(term) } as AskedWord, terms);
  }
  for (const { meanings } of meaningsInSigns(text)) {
    all += chineseWord;
    if (meanings.some((meaning) => terms.has(meaning))) there += chineseWord;
  }
  return all === 0 ? 0 : there / all;
}
