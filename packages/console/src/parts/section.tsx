import type { ComponentChildren, JSX } from 'preact';
import type { Answer } from '../live/use-answer.ts';
import { ProblemNote } from './problem-note.tsx';

/** A section that shows what it asked for, or why it cannot. */
export function Section<T>({
  title,
  answer,
  children,
}: {
  readonly title: string;
  readonly answer: Answer<T>;
  readonly children: (data: T) => ComponentChildren;
}): JSX.Element {
  return (
    <section class="panel" aria-label={title}>
      <h2>{title}</h2>
      {answer.problem && <ProblemNote problem={answer.problem} onRetry={answer.again} />}
      {answer.data !== undefined && children(answer.data)}
    </section>
  );
}
