import type { Tool } from '../tool/tool.ts';
import type { ToolHit } from './tool-index.ts';
import { apart } from './words.ts';

/** Texts in, for each a vector out: near vectors mean nearly the same. */
export type Embed = (
  texts: readonly string[],
  options: { readonly signal: AbortSignal },
) => Promise<readonly Float32Array[]>;

export interface EmbeddingOptions {
  readonly embed: Embed;
  /** How much of a score comes from meaning, 0 to 1; the rest comes from words. @default 0.4 */
  readonly share?: number | undefined;
  /** Milliseconds that a search waits for vectors; then words alone find. @default 2,000 */
  readonly timeout?: number | undefined;
  /** Told once, when words alone find because vectors failed or were late. */
  readonly onProblem?: ((problem: unknown) => void) | undefined;
}

/** How near tools are to a request: 1 for the nearest, 0 for one that is no nearer than most. */
export type Nearness = (tools: Iterable<Tool>) => ReadonlyMap<string, number>;

/** Tools that are given to the embedder at once, and how long one of these batches may take. */
const batch = 64;
const batchTimeout = 60_000;
/** What of a tool's text is embedded: encoders read a few hundred words. */
const longestText = 1000;
/** Vectors that are kept, the latest; a tool that comes back has its own. */
const mostKept = 100_000;
/** After a failure the embedder is left alone for so many milliseconds. */
const rest = 60_000;

/** Vectors of tools, made when these are added, a batch at a time, and kept by what the tools say of themselves. */
export class MeaningVectors {
  readonly #options: EmbeddingOptions;
  readonly #now: () => number;
  readonly #vectors = new Map<string, Float32Array>();
  readonly #waiting = new Map<string, string>();
  #making: Promise<void> | undefined = undefined;
  #restUntil = 0;
  #told = false;

  constructor(options: EmbeddingOptions, now: () => number) {
    this.#options = options;
    this.#now = now;
  }

  get share(): number {
    return this.#options.share ?? 0.4;
  }

  /** Has a vector made for a tool; the tools that come in one go are made together. */
  add({ digest, name, description }: Tool): void {
    if (this.#vectors.has(digest)) return;
    this.#waiting.set(digest, `${apart(name)}: ${description}`.slice(0, longestText));
    this.#start();
  }

  /** Undefined where words alone must do: the embedder failed, is late or rests. */
  async nearnessTo(task: string): Promise<Nearness | undefined> {
    const { embed, timeout = 2000 } = this.#options;
    if (this.#now() < this.#restUntil) return undefined;
    this.#start();
    const signal = AbortSignal.timeout(timeout);
    const late = new Promise<undefined>((resolve) => {
      signal.addEventListener('abort', () => resolve(undefined), { once: true });
    });
    try {
      const vectors = await Promise.race([embed([task], { signal }), late]);
      if (vectors === undefined) throw signal.reason;
      const asked = toUnit(vectors[0]);
      // Of many new tools some may not be ready; they are found by their words.
      await Promise.race([this.#making, late]);
      return (tools) => this.#near(asked, tools);
    } catch (problem) {
      this.#fail(problem);
      return undefined;
    }
  }

  #start(): void {
    if (this.#waiting.size === 0 || this.#making !== undefined || this.#now() < this.#restUntil) return;
    // After this turn, when all that come with it are there.
    this.#making = Promise.resolve()
      .then(() => this.#makeAll())
      .catch((problem: unknown) => this.#fail(problem))
      .finally(() => (this.#making = undefined));
  }

  async #makeAll(): Promise<void> {
    while (this.#waiting.size > 0) {
      const next = [...this.#waiting].slice(0, batch);
      const texts = next.map(([, text]) => text);
      const vectors = await this.#options.embed(texts, { signal: AbortSignal.timeout(batchTimeout) });
      for (const [place, [digest]] of next.entries()) {
        this.#vectors.set(digest, toUnit(vectors[place]));
        this.#waiting.delete(digest);
      }
      for (const digest of this.#vectors.keys())
        if (this.#vectors.size > mostKept) this.#vectors.delete(digest);
        else break;
    }
  }

  #fail(problem: unknown): void {
    this.#restUntil = this.#now() + rest;
    if (this.#told) return;
    this.#told = true;
    this.#options.onProblem?.(problem);
  }

  #near(asked: Float32Array, tools: Iterable<Tool>): ReadonlyMap<string, number> {
    const near = new Map<string, number>();
    for (const { name, digest } of tools) {
      const vector = this.#vectors.get(digest);
      if (vector?.length === asked.length) near.set(name, dot(asked, vector));
    }
    let [highest, sum] = [-1, 0];
    for (const likeness of near.values()) {
      highest = Math.max(highest, likeness);
      sum += likeness;
    }
    const usual = near.size > 1 ? sum / near.size : 0;
    for (const [name, likeness] of near)
      near.set(name, Math.max(0, (likeness - usual) / Math.max(highest - usual, leastSpread)));
    return near;
  }
}

/** Where all are as near, none is the nearest. */
const leastSpread = 1e-6;
/** What the nearest tool scores when no word found any. */
const byMeaningAlone = 10;

/** What was found by words together with what is near in meaning: a weighted sum, the best first. */
export function withMeaning(
  hits: readonly ToolHit[],
  near: ReadonlyMap<string, number>,
  { share, limit }: { readonly share: number; readonly limit: number },
): readonly ToolHit[] {
  if (near.size === 0) return hits;
  const best = hits[0]?.score ?? byMeaningAlone;
  const byName = new Map(hits.map((hit) => [hit.name, hit]));
  const nearest = [...near].toSorted(([, one], [, other]) => other - one).slice(0, limit);
  const names = new Set([...byName.keys(), ...nearest.map(([name]) => name)]);
  return Array.from(names, (name) => {
    const hit = byName.get(name);
    const score = (1 - share) * (hit?.score ?? 0) + share * best * (near.get(name) ?? 0);
    return { name, score, matched: hit?.matched ?? [] };
  })
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score)
    .slice(0, limit);
}

/** Of length one, so that a product of two tells how near they are. */
function toUnit(vector: Float32Array | undefined): Float32Array {
  if (vector === undefined || vector.length === 0) throw new Error('the embedder gave no vector for a text');
  const length = Math.sqrt(dot(vector, vector));
  if (!Number.isFinite(length)) throw new Error('the embedder gave a vector that is none');
  return length === 0 ? vector : vector.map((value) => value / length);
}

function dot(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < one.length; at++) sum += (one[at] as number) * (other[at] as number);
  return sum;
}
