import { FileProblem } from '../fence/file-problem.ts';
import { failure } from './failure.ts';
import type { Bench } from './bench.ts';

/** What a file of the project had against it, said by the tool that tried. Everything else is passed on as it is. */
export function toFailure(error: unknown, tool: string, { locale }: Pick<Bench, 'locale'>): unknown {
  if (!(error instanceof FileProblem)) return error;
  const { reason, path, kind } = error;
  return failure(tool, reason, { path, kind }, { locale, cause: error });
}
