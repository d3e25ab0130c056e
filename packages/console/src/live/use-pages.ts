import { useEffect, useRef, useState } from 'preact/hooks';
import { toProblem, type Problem } from './problem.ts';
import { useAgainOnComeback } from './use-answer.ts';

interface Page<T> {
  readonly items: readonly T[];
  readonly next: string | null;
  readonly total?: number;
}

export interface Pages<T> {
  /** What has come so far, from the start. */
  readonly items: readonly T[];
  /** How many there are in all, where the service knows; otherwise as many as have come. */
  readonly total: number;
  readonly complete: boolean;
  /** False until the first page has come. */
  readonly loaded: boolean;
  readonly problem: Problem | undefined;
  /** Fetches until this one is there, one page after the other. */
  readonly want: (index: number) => void;
  readonly again: () => void;
}

const nothing = { items: [], total: 0, complete: false, loaded: false, problem: undefined };

/** A long list, of which pages are fetched as they are looked at. Starts anew when what it depends on changes. */
export function usePages<T>(
  load: (cursor: string | undefined, signal: AbortSignal) => Promise<Page<T>>,
  dependencies: readonly unknown[],
): Pages<T> {
  const [state, setState] = useState<Omit<Pages<T>, 'want' | 'again'>>(nothing);
  const [turn, setTurn] = useState(0);
  const reading = useRef({ wanted: 0, fetch: (): void => undefined });

  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    let items: readonly T[] = [];
    let cursor: string | undefined;
    let complete = false;
    let busy = false;
    const fetch = async (): Promise<void> => {
      if (busy) return;
      busy = true;
      try {
        while (!complete && items.length <= reading.current.wanted) {
          const page = await load(cursor, signal);
          if (signal.aborted) return;
          items = [...items, ...page.items];
          cursor = page.next ?? undefined;
          complete = page.next === null;
          setState({ items, total: page.total ?? items.length, complete, loaded: true, problem: undefined });
        }
      } catch (thrown) {
        if (!signal.aborted) setState((before) => ({ ...before, problem: toProblem(thrown) }));
      } finally {
        busy = false;
      }
    };
    reading.current = { wanted: 0, fetch: () => void fetch() };
    reading.current.fetch();
    return () => controller.abort();
  }, [...dependencies, turn]);

  const again = (): void => setTurn((before) => before + 1);
  useAgainOnComeback(state.problem !== undefined, again);
  return {
    ...state,
    want: (index) => {
      reading.current.wanted = Math.max(reading.current.wanted, index);
      reading.current.fetch();
    },
    again,
  };
}
