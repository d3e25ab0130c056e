import { useEffect, useRef, useState } from 'preact/hooks';
import { onComeback } from './events.ts';
import { toProblem, type Problem } from './problem.ts';

export interface Answer<T> {
  /** What was answered last; stays while it is asked again. */
  readonly data: T | undefined;
  readonly problem: Problem | undefined;
  readonly again: () => void;
  /** True while an answer is on its way: asking again would throw it away. */
  readonly isAsking: () => boolean;
}

type State<T> = Pick<Answer<T>, 'data' | 'problem'>;

/** Asks when the part is shown and whenever what it depends on changes. An answer that comes too late is dropped. */
export function useAnswer<T>(
  ask: (signal: AbortSignal) => Promise<T>,
  dependencies: readonly unknown[],
): Answer<T> {
  const [state, setState] = useState<State<T>>({
    data: undefined,
    problem: undefined,
  });
  const [turn, setTurn] = useState(0);
  const asking = useRef(false);
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    asking.current = true;
    const settle = (next: (before: State<T>) => State<T>): void => {
      if (signal.aborted) return;
      asking.current = false;
      setState(next);
    };
    ask(signal).then(
      (data) => settle(() => ({ data, problem: undefined })),
      (thrown: unknown) => settle(({ data }) => ({ data, problem: toProblem(thrown) })),
    );
    return () => controller.abort();
  }, [...dependencies, turn]);
  const again = (): void => setTurn((before) => before + 1);
  useAgainOnComeback(state.problem !== undefined, again);
  return { ...state, again, isAsking: () => asking.current };
}

/** What could not be asked is asked anew by itself when the service is back. */
export function useAgainOnComeback(failed: boolean, again: () => void): void {
  useEffect(() => (failed ? onComeback(again) : undefined), [failed]);
}
