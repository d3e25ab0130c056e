import { ServiceProblem } from 'toolcrib/client';
import { texts } from '../texts/texts.ts';

/** Why something was not done, and what to do about it. */
export interface Problem {
  readonly code: string;
  readonly message: string;
  readonly remedy: string | undefined;
  /** Places of a request that are wrong, one by one. */
  readonly faults: readonly string[];
}

/** Whatever was thrown, as something that can be shown. */
export function toProblem(thrown: unknown): Problem {
  if (thrown instanceof ServiceProblem) {
    const { code, detail: message, remedy, problems = [] } = thrown.problem;
    return {
      code,
      message,
      remedy,
      faults: problems.map(({ path, message: fault }) => `${path} ${fault}`.trim()),
    };
  }
  // What `fetch` throws says nothing about why, in any language but the browser's.
  const { unreachable, unreachableRemedy } = texts.value.problems;
  if (thrown instanceof TypeError)
    return { code: 'unreachable', message: unreachable, remedy: unreachableRemedy, faults: [] };
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return { code: 'unexpected', message, remedy: undefined, faults: [] };
}
