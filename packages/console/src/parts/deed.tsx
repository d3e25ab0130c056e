import { useState } from 'preact/hooks';
import type { ComponentChildren, JSX } from 'preact';
import { toProblem, type Problem } from '../live/problem.ts';
import { ProblemNote } from './problem-note.tsx';

interface DeedProps {
  /** Does it; what is thrown is shown beside the button. */
  readonly onDo: () => Promise<void>;
  readonly class?: string;
  readonly disabled?: boolean;
  readonly children: ComponentChildren;
}

/** A button that asks the service for something, once at a time. */
export function Deed({ onDo, class: name = '', disabled = false, children }: DeedProps): JSX.Element {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const act = async (): Promise<void> => {
    setBusy(true);
    setProblem(undefined);
    try {
      await onDo();
    } catch (thrown) {
      setProblem(toProblem(thrown));
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <button type="button" class={name} disabled={disabled || busy} onClick={() => void act()}>
        {children}
      </button>
      {problem && <ProblemNote problem={problem} />}
    </>
  );
}
