import { taskWords } from './task-words.ts';

/** A request that a tool was used for, and whether it served. */
export interface Use {
  readonly tool: string;
  /** The request, in somebody's words. */
  readonly task: string;
  /** 1 when it served, -1 when it did not; what a person says of it counts more. */
  readonly worth: number;
}

export interface RememberedUsesOptions {
  /** How many requests are kept for one tool; the oldest go first. @default 100 */
  readonly perTool?: number;
  /** How many are kept in all. @default 10,000 */
  readonly inAll?: number;
}

/** What remembered requests say about the tools for a new one. */
export interface UseEvidence {
  /** The tools that were used for something that shares a word with it. */
  readonly tools: Iterable<string>;
  /** What to add to the score of a tool: 0 without uses, less for a tool that was used for other things only. */
  of(tool: string): number;
  /** How near the nearest request that the tool served is, 0 to 1. */
  nearest(tool: string): number;
}

/** How much a request says before the words of a tool's own uses count: smoothing, as of Dirichlet. */
const smoothing = 50;
/** So many of the nearest requests are looked at by themselves, and this is what one that is the same says. */
const neighbours = 8;
const sameRequest = 15;

/**
 * Requests that tools have served become evidence for them: by the words that their requests share, and by the nearest
 * requests themselves. Many uses of one tool are no vote against another that has none yet.
 *
 *     const uses = new RememberedUses();
 *     uses.add({ tool: 'weather', task: 'do I need an umbrella?', worth: 1 });
 *     uses.evidence('is an umbrella needed in Vienna?').of('weather'); // above 0
 */
export class RememberedUses {
  readonly #perTool: number;
  readonly #inAll: number;
  readonly #tools = new Map<string, ToolUses>();
  /** By tool and request, the oldest first: one that comes again does not count twice. */
  readonly #requests = new Map<string, Request>();
  readonly #byWord = new Map<string, Set<Request>>();
  /** How often a word stands in requests that were served, and how many words these have. */
  readonly #times = new Map<string, number>();
  #words = 0;

  constructor({ perTool = 100, inAll = 10_000 }: RememberedUsesOptions = {}) {
    this.#perTool = perTool;
    this.#inAll = inAll;
  }

  get size(): number {
    return this.#requests.size;
  }

  /** How many requests are remembered of a tool. */
  countOf(tool: string): number {
    return this.#tools.get(tool)?.requests.size ?? 0;
  }

  add({ tool, task, worth }: Use): void {
    const key = keyOf(tool, task);
    const known = this.#requests.get(key);
    if (known !== undefined) this.#remove(key, known);
    const request: Request = {
      tool,
      task,
      good: (known?.good ?? 0) + Math.max(0, worth),
      bad: (known?.bad ?? 0) + Math.max(0, -worth),
      words: known?.words ?? taskWords(task),
    };
    this.#insert(key, request);
    const own = this.#tools.get(tool) as ToolUses;
    if (own.requests.size > this.#perTool) this.#removeFirst(own.requests.keys());
    if (this.#requests.size > this.#inAll) this.#removeFirst(this.#requests.keys());
  }

  /** Forgets what a tool was used for. */
  forget(tool: string): void {
    for (const [key, request] of this.#tools.get(tool)?.requests ?? []) this.#remove(key, request);
  }

  /** All of them, the oldest first: added to another, they make the same. */
  list(tool?: string): Use[] {
    const requests = tool === undefined ? this.#requests : (this.#tools.get(tool)?.requests ?? noRequests);
    return Array.from(requests.values(), ({ tool: name, task, good, bad }) => ({
      tool: name,
      task,
      worth: good - bad,
    }));
  }

  evidence(task: string): UseEvidence {
    const asked = this.#requests.size === 0 ? noWords : taskWords(task);
    const shared = this.#sharedWords(asked);
    const near = this.#nearest(asked);
    // Words that nobody has asked for before say nothing about anybody.
    let known = 0;
    for (const [word, weight] of asked) if (this.#times.has(word)) known += weight;
    return {
      tools: new Set([...shared.keys(), ...near.keys()]),
      of: (tool) => {
        const own = this.#tools.get(tool);
        if (own === undefined) return 0;
        const rest = known * Math.log(smoothing / (own.words + smoothing));
        return (shared.get(tool) ?? 0) + rest + sameRequest * (near.get(tool)?.sum ?? 0);
      },
      nearest: (tool) => near.get(tool)?.nearest ?? 0,
    };
  }

  /** For each tool what its words say beyond what no word would: log((count + s·p) / (s·p)), with p how usual a word is. */
  #sharedWords(asked: ReadonlyMap<string, number>): Map<string, number> {
    const scores = new Map<string, number>();
    for (const [word, weight] of asked) {
      const usual = (this.#times.get(word) ?? 0) / this.#words;
      if (!(usual > 0)) continue;
      const tools = new Set(Array.from(this.#byWord.get(word) ?? [], ({ tool }) => tool));
      for (const tool of tools) {
        const times = this.#tools.get(tool)?.times.get(word) ?? 0;
        const says = weight * Math.log((times + smoothing * usual) / (smoothing * usual));
        scores.set(tool, (scores.get(tool) ?? 0) + says);
      }
    }
    return scores;
  }

  /** The nearest requests by the cosine of their words; rare words count more. */
  #nearest(asked: ReadonlyMap<string, number>): Map<string, { sum: number; nearest: number }> {
    const dots = new Map<Request, number>();
    let own = 0;
    for (const [word, weight] of asked) {
      const rarity = this.#rarity(word) ** 2;
      own += weight * weight * rarity;
      for (const request of this.#byWord.get(word) ?? [])
        dots.set(request, (dots.get(request) ?? 0) + weight * (request.words.get(word) as number) * rarity);
    }
    // The lengths of all that share a word would take longest; those that share most are enough.
    const best = [...dots].toSorted(([, one], [, other]) => other - one).slice(0, neighbours * 8);
    const near = best
      .map(([request, dot]) => ({ request, likeness: dot / Math.sqrt(own * this.#length(request)) }))
      .toSorted((one, other) => other.likeness - one.likeness)
      .slice(0, neighbours);
    const tools = new Map<string, { sum: number; nearest: number }>();
    for (const { request, likeness } of near) {
      const worth = worthOf(request);
      const { sum, nearest } = tools.get(request.tool) ?? { sum: 0, nearest: 0 };
      tools.set(request.tool, {
        sum: sum + likeness * likeness * worth,
        nearest: Math.max(nearest, likeness * worth),
      });
    }
    return tools;
  }

  /** A word that is new here is as rare as one that was said once. */
  #rarity(word: string): number {
    return Math.log(1 + this.#requests.size / ((this.#byWord.get(word)?.size ?? 1) + 0.5));
  }

  #length({ words }: Request): number {
    let sum = 0;
    for (const [word, weight] of words) sum += (weight * this.#rarity(word)) ** 2;
    return sum;
  }

  #insert(key: string, request: Request): void {
    let own = this.#tools.get(request.tool);
    if (own === undefined) this.#tools.set(request.tool, (own = newTool()));
    this.#requests.set(key, request);
    own.requests.set(key, request);
    for (const word of request.words.keys()) {
      const sharing = this.#byWord.get(word);
      if (sharing === undefined) this.#byWord.set(word, new Set([request]));
      else sharing.add(request);
    }
    this.#count(own, request, 1);
  }

  #remove(key: string, request: Request): void {
    const own = this.#tools.get(request.tool) as ToolUses;
    this.#requests.delete(key);
    own.requests.delete(key);
    for (const word of request.words.keys()) {
      const sharing = this.#byWord.get(word) as Set<Request>;
      sharing.delete(request);
      if (sharing.size === 0) this.#byWord.delete(word);
    }
    this.#count(own, request, -1);
    if (own.requests.size === 0) this.#tools.delete(request.tool);
  }

  #removeFirst(keys: Iterator<string>): void {
    const key = keys.next().value as string;
    this.#remove(key, this.#requests.get(key) as Request);
  }

  /** Only what was served tells which words a tool is asked for with. */
  #count(own: ToolUses, request: Request, sign: 1 | -1): void {
    const worth = worthOf(request);
    if (worth <= 0) return;
    for (const word of request.words.keys()) {
      addTo(own.times, word, sign * worth);
      addTo(this.#times, word, sign * worth);
    }
    own.words += sign * worth * request.words.size;
    this.#words += sign * worth * request.words.size;
  }
}

interface Request {
  readonly tool: string;
  readonly task: string;
  readonly good: number;
  readonly bad: number;
  readonly words: ReadonlyMap<string, number>;
}

interface ToolUses {
  readonly requests: Map<string, Request>;
  readonly times: Map<string, number>;
  words: number;
}

const noRequests: ReadonlyMap<string, Request> = new Map();
const noWords: ReadonlyMap<string, number> = new Map();

function newTool(): ToolUses {
  return { requests: new Map(), times: new Map(), words: 0 };
}

/** Between -1, it never served, and 1, it always did. */
function worthOf({ good, bad }: Request): number {
  return good + bad === 0 ? 0 : (good - bad) / (good + bad);
}

function keyOf(tool: string, task: string): string {
  return `${tool}\n${task.trim().toLowerCase()}`;
}

function addTo(times: Map<string, number>, word: string, amount: number): void {
  const sum = (times.get(word) ?? 0) + amount;
  // Sums of fractions may miss nothing by a hair.
  if (sum < 1e-9) times.delete(word);
  else times.set(word, sum);
}
