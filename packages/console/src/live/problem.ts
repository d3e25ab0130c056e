import { ServiceProblem, type Wire } from 'toolcrib/client';
import { texts } from '../texts/texts.ts';

/** Why something was not done, and what to do about it. */
export interface Problem {
  readonly code: string;
  readonly message: string;
  readonly remedy: string | undefined;
  /** Places of a request that are wrong, one by one. */
  readonly faults: readonly string[];
  /** Records that an id may mean, where it may mean several. */
  readonly candidates?: Wire<'Problem'>['candidates'];
}

/** Whatever was thrown, as something that can be shown. */
export function toProblem(thrown: unknown): Problem {
  if (thrown instanceof ServiceProblem) {
    const { code, detail: message, remedy, problems = [], candidates } = thrown.problem;
    return {
      code,
      message,
      remedy,
      faults: problems.map(({ path, message: fault }) => `${path} ${fault}`.trim()),
      candidates,
    };
  }
  // What `fetch` throws says nothing about why, in any language but the browser's.
  const { unreachable, unreachableRemedy } = texts.value.problems;
  if (thrown instanceof TypeError)
    return { code: 'unreachable', message: unreachable, remedy: unreachableRemedy, faults: [] };
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return { code: 'unexpected', message, remedy: undefined, faults: [] };
}
