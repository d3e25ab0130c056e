import { isThenable } from '../tool/thenable.ts';
import type { ToolEventName, ToolEvents } from './events.ts';

export type Listener<Name extends ToolEventName> = (event: ToolEvents[Name]) => unknown;

/** Tells listeners one after the other. What a listener throws, at once or later, ends with the listener. */
export class EventEmitter {
  readonly #subscriptions = new Map<ToolEventName, readonly Subscription[]>();
  readonly #onListenerError: (error: unknown, name: ToolEventName) => unknown;

  constructor(onListenerError: (error: unknown, name: ToolEventName) => unknown = () => undefined) {
    this.#onListenerError = onListenerError;
  }

  /** Returns what ends the listening. A listener that listens twice is told twice, until each is ended. */
  on<Name extends ToolEventName>(name: Name, listener: Listener<Name>): () => void {
    const subscription = { listener };
    this.#subscriptions.set(name, [...(this.#subscriptions.get(name) ?? []), subscription]);
    return () => {
      const left = (this.#subscriptions.get(name) ?? []).filter((other) => other !== subscription);
      if (left.length === 0) this.#subscriptions.delete(name);
      else this.#subscriptions.set(name, left);
    };
  }

  /** Whether anybody listens to anything: who has an event to make may ask first. */
  get isHeard(): boolean {
    return this.#subscriptions.size > 0;
  }

  /** Makes the event only when somebody listens. Each listener gets one of its own: it may do with it what it likes. */
  emit<Name extends ToolEventName>(name: Name, make: () => ToolEvents[Name]): void {
    if (this.#subscriptions.size === 0) return;
    const subscriptions = this.#subscriptions.get(name);
    if (subscriptions === undefined) return;
    for (const { listener } of subscriptions) this.tell(name, listener as Listener<Name>, make);
  }

  tell<Name extends ToolEventName>(name: Name, listener: Listener<Name>, make: () => ToolEvents[Name]): void {
    try {
      const answer = listener(make());
      if (isThenable(answer)) answer.then(undefined, (error: unknown) => this.#report(error, name));
    } catch (error) {
      this.#report(error, name);
    }
  }

  /** Whoever hears of broken listeners is a listener too, and may break as well. */
  #report(thrown: unknown, name: ToolEventName): void {
    try {
      const answer = this.#onListenerError(thrown, name);
      if (isThenable(answer)) answer.then(undefined, ignore);
    } catch {
      ignore();
    }
  }
}

interface Subscription {
  readonly listener: Listener<never>;
}

function ignore(): void {
  // Nobody is left to tell.
}
