import type { ApprovalAnswer, ApprovalQuestion, JsonValue, ToolResult } from '@toolcrib/core';
import type { Principal } from './principal.ts';

/** A question that waits for the client. */
interface AskedQuestion {
  readonly number: number;
  readonly question: ApprovalQuestion;
}

/** What a client is told next: that there is a question, or how the call ended. */
export type Turn = { readonly asked: AskedQuestion } | { readonly result: ToolResult };

export interface CallFacts {
  readonly id: string;
  readonly principal: Principal;
  readonly name: string;
  readonly arguments: unknown;
}

/** What the request that is being answered can do. */
export interface CurrentRequest {
  /** Whether the client can show a form. */
  readonly canAsk: boolean;
  readonly onProgress: ((data: JsonValue) => void) | undefined;
}

interface Waiting extends AskedQuestion {
  readonly answer: (answer: ApprovalAnswer | undefined) => void;
}

/** A call of a client, from its first request to its end. It goes on while the client is away with a question. */
export class GatewayCall {
  readonly facts: CallFacts;
  /** Ends it: the client has cancelled, or is gone. */
  readonly abortion: AbortController = new AbortController();
  /** The ids of calls that are part of it, such as the one that `execute_tool` makes. */
  readonly parts: string[] = [];
  request: CurrentRequest;
  #result: Promise<ToolResult> | undefined = undefined;
  #isParked = false;
  readonly #waiting: Waiting[] = [];
  readonly #answered = new Set<number>();
  #questions = 0;
  #asked = Promise.withResolvers<void>();

  constructor(facts: CallFacts, request: CurrentRequest) {
    this.facts = facts;
    this.request = request;
  }

  run(execute: (signal: AbortSignal) => Promise<ToolResult>): void {
    this.#result = execute(this.abortion.signal);
  }

  /** Holds a question until the client comes back with an answer; undefined when it was answered elsewhere. */
  ask(question: ApprovalQuestion, signal: AbortSignal | undefined): Promise<ApprovalAnswer | undefined> {
    const { promise, resolve } = Promise.withResolvers<ApprovalAnswer | undefined>();
    const number = ++this.#questions;
    const answer = (given: ApprovalAnswer | undefined): void => {
      const at = this.#waiting.findIndex((one) => one.number === number);
      if (at !== -1) this.#waiting.splice(at, 1);
      resolve(given);
    };
    this.#waiting.push({ number, question, answer });
    signal?.addEventListener('abort', () => answer(undefined), { once: true });
    this.#asked.resolve();
    return promise;
  }

  hasAnswered(number: number): boolean {
    return this.#answered.has(number);
  }

  /** Answers a question, once. One that has found its answer elsewhere needs none any more; one without any still waits. */
  answer(number: number, read: (question: ApprovalQuestion) => ApprovalAnswer | undefined): void {
    const waiting = this.#waiting.find((one) => one.number === number);
    const answer = waiting && read(waiting.question);
    if (waiting !== undefined && answer === undefined) return;
    this.#answered.add(number);
    waiting?.answer(answer);
  }

  /** Runs once, when the call has ended that the client went away from. */
  onParkedEnd(then: () => void): void {
    if (this.#isParked) return;
    this.#isParked = true;
    void this.#result?.then(then);
  }

  /** The first question that waits, or the end, whichever comes first. */
  async next(): Promise<Turn> {
    const ended = this.#result?.then((result) => ({ result }));
    for (;;) {
      const [asked] = this.#waiting;
      if (asked !== undefined) return { asked };
      this.#asked = Promise.withResolvers();
      const turn = await Promise.race([ended, this.#asked.promise]);
      if (turn !== undefined) return turn;
    }
  }
}
