import { isThenable } from '../tool/thenable.ts';
import type { ToolEventName, ToolEvents } from './events.ts';

export type Listener<Name extends ToolEventName> = (event: ToolEvents[Name]) => unknown;

/** Tells listeners one after the other. What a listener throws, at once or later, ends with the listener. */
export class EventEmitter {
  readonly #listeners = new Map<ToolEventName, readonly Listener<never>[]>();
  readonly #onListenerError: (error: unknown, name: ToolEventName) => void;

  constructor(onListenerError: (error: unknown, name: ToolEventName) => void = () => undefined) {
    this.#onListenerError = onListenerError;
  }

  /** Returns what ends the listening. */
  on<Name extends ToolEventName>(name: Name, listener: Listener<Name>): () => void {
    this.#listeners.set(name, [...(this.#listeners.get(name) ?? []), listener]);
    return () => {
      const left = (this.#listeners.get(name) ?? []).filter((other) => other !== listener);
      if (left.length === 0) this.#listeners.delete(name);
      else this.#listeners.set(name, left);
    };
  }

  /** Whether anybody listens to anything: who has an event to make may ask first. */
  get isHeard(): boolean {
    return this.#listeners.size > 0;
  }

  /** Makes the event only when somebody listens. Each listener gets one of its own: it may do with it what it likes. */
  emit<Name extends ToolEventName>(name: Name, make: () => ToolEvents[Name]): void {
    if (this.#listeners.size === 0) return;
    const listeners = this.#listeners.get(name) as readonly Listener<Name>[] | undefined;
    if (listeners === undefined) return;
    for (const listener of listeners) this.#tell(name, listener, make);
  }

  #tell<Name extends ToolEventName>(
    name: Name,
    listener: Listener<Name>,
    make: () => ToolEvents[Name],
  ): void {
    try {
      const answer = listener(make());
      if (isThenable(answer)) answer.then(undefined, (error: unknown) => this.#report(error, name));
    } catch (error) {
      this.#report(error, name);
    }
  }

  #report(error: unknown, name: ToolEventName): void {
    try {
      this.#onListenerError(error, name);
    } catch {
      // Whoever hears of broken listeners is a listener too.
    }
  }
}
