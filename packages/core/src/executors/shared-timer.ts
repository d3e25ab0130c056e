import type { Clock } from './clock.ts';

/** One armed deadline; a link in the list of those with the same duration. */
export interface Deadline {
  readonly armedAt: number;
  readonly at: number;
  readonly expire: () => void;
  readonly queue: Queue;
  previous: Deadline | undefined;
  next: Deadline | undefined;
  armed: boolean;
}

interface Queue {
  first: Deadline | undefined;
  last: Deadline | undefined;
}

/** How long an idle timer may outlive the last deadline, and so keep a process from ending. */
const linger = 50;

/**
 * One timer of the host for many deadlines: a timer for each call would be the largest single cost of a call.
 * Deadlines of equal duration expire in the order in which they were armed, so each duration is a plain queue.
 */
export class SharedTimer {
  readonly #clock: Clock;
  readonly #queues = new Map<number, Queue>();
  #armed = 0;
  #timer: unknown = undefined;
  #due = Infinity;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** @param now the time by `clock.elapsed()`, when the caller has just read it anyway */
  arm(milliseconds: number, expire: () => void, now: number = this.#clock.elapsed()): Deadline {
    let queue = this.#queues.get(milliseconds);
    if (queue === undefined) this.#queues.set(milliseconds, (queue = { first: undefined, last: undefined }));
    const deadline: Deadline = {
      armedAt: now,
      at: now + milliseconds,
      expire,
      queue,
      previous: queue.last,
      next: undefined,
      armed: true,
    };
    if (queue.last === undefined) queue.first = deadline;
    else queue.last.next = deadline;
    queue.last = deadline;
    this.#armed++;
    if (deadline.at < this.#due) this.#wakeAt(Math.min(deadline.at, now + linger), now);
    return deadline;
  }

  disarm(deadline: Deadline): void {
    if (!deadline.armed) return;
    this.#unlink(deadline);
    // The clock is asked only when the timer was set long after this deadline was armed: a quick call never pays for it.
    const lingers = this.#armed === 0 && this.#due - deadline.armedAt > linger;
    if (lingers && this.#due - this.#clock.elapsed() > linger) this.#stop();
  }

  #unlink(deadline: Deadline): void {
    const { queue, previous, next } = deadline;
    deadline.armed = false;
    if (previous === undefined) queue.first = next;
    else previous.next = next;
    if (next === undefined) queue.last = previous;
    else next.previous = previous;
    this.#armed--;
  }

  #wakeAt(due: number, now: number): void {
    if (this.#timer !== undefined) this.#clock.clearTimeout(this.#timer);
    this.#due = due;
    this.#timer = this.#clock.setTimeout(() => this.#wake(), Math.max(0, due - now));
  }

  #wake(): void {
    this.#timer = undefined;
    this.#due = Infinity;
    const now = this.#clock.elapsed();
    let earliest = Infinity;
    for (const [milliseconds, queue] of this.#queues) {
      while (queue.first !== undefined && queue.first.at <= now) {
        const { first } = queue;
        this.#unlink(first);
        first.expire();
      }
      if (queue.first !== undefined) earliest = Math.min(earliest, queue.first.at);
      else this.#queues.delete(milliseconds);
    }
    if (earliest < this.#due) this.#wakeAt(earliest, now);
  }

  #stop(): void {
    this.#clock.clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#due = Infinity;
  }
}
