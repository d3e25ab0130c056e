import type { JSX } from 'preact';
import type { Problem } from '../live/problem.ts';
import { texts } from '../texts/texts.ts';
import { Given } from './given.tsx';

/** What went wrong, and what to do next. */
export function ProblemNote({
  problem,
  onRetry,
}: {
  readonly problem: Problem;
  readonly onRetry?: () => void;
}): JSX.Element {
  return (
    <div class="note bad stack" role="alert">
      <p>
        <Given text={problem.message} lines most={2000} />
      </p>
      {problem.faults.length > 0 && (
        <ul class="dots">
          {problem.faults.slice(0, 20).map((fault) => (
            <li>
              <Given text={fault} most={500} />
            </li>
          ))}
        </ul>
      )}
      {problem.remedy !== undefined && (
        <p>
          <Given text={problem.remedy} lines most={2000} />
        </p>
      )}
      {onRetry && (
        <p>
          <button type="button" onClick={onRetry}>
            {texts.value.parts.retry}
          </button>
        </p>
      )}
    </div>
  );
}
