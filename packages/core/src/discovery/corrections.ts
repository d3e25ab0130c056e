import { taskWords } from './task-words.ts';
import type { ToolHit } from './tool-index.ts';

/** How sure a lead of one makes: scores of a search are wide apart. */
const steepness = 0.5;
/** What a tool learns for being called, whatever the words were, beside what it learns for each of them. */
const forAnyWords = 0.3;
/** A mistake smaller than this is none. */
const negligible = 0.01;
/** Words of one tool; the oldest are forgotten first. */
const mostWords = 1000;

/**
 * What the texts of tools get wrong, learned from which tool was called instead: a step of logistic regression over those that
 * were found. Only tools that have uses are corrected; the others have had no chance to be called.
 */
export class Corrections {
  readonly #byTool = new Map<string, Map<string, number>>();

  /** `hits` is what a search finds for the task by the texts alone. */
  learn(task: string, tool: string, hits: readonly ToolHit[], isUsed: (name: string) => boolean): void {
    const words = withAny(taskWords(task));
    const found = new Map(hits.filter(({ name }) => isUsed(name)).map(({ name, score }) => [name, score]));
    if (!found.has(tool)) found.set(tool, 0);
    const sure = Array.from(found, ([name, score]) => ({
      name,
      logit: steepness * (score + this.#sum(name, words)),
    }));
    const highest = Math.max(...sure.map(({ logit }) => logit));
    const all = sure.reduce((sum, { logit }) => sum + Math.exp(logit - highest), 0);
    for (const { name, logit } of sure) {
      const mistake = (name === tool ? 1 : 0) - Math.exp(logit - highest) / all;
      if (Math.abs(mistake) > negligible) this.#correct(name, words, mistake);
    }
  }

  /** What to add to the scores of tools for a task. */
  of(task: string): (tool: string) => number {
    const words = withAny(taskWords(task));
    return (tool) => this.#sum(tool, words);
  }

  #sum(tool: string, words: ReadonlyMap<string, number>): number {
    const own = this.#byTool.get(tool);
    if (own === undefined) return 0;
    let sum = 0;
    for (const [word, weight] of words) sum += weight * (own.get(word) ?? 0);
    return sum;
  }

  #correct(tool: string, words: ReadonlyMap<string, number>, mistake: number): void {
    let own = this.#byTool.get(tool);
    if (own === undefined) this.#byTool.set(tool, (own = new Map()));
    for (const [word, weight] of words) own.set(word, (own.get(word) ?? 0) + mistake * weight);
    for (const word of own.keys())
      if (own.size > mostWords) own.delete(word);
      else break;
  }
}

function withAny(words: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  return new Map([['', forAnyWords], ...words]);
}
