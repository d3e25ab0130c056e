import { fileTexts, type FileProblem } from './texts.ts';
import type { Locale } from '@toolcrib/core';

/** A file that is not read or not written: an expected failure with a code, a reason and a remedy. */
export class FileFault extends Error {
  override readonly name = 'FileFault';
  readonly code: FileProblem['kind'];
  readonly file: string;
  readonly problem: FileProblem;

  constructor(file: string, problem: FileProblem, options?: ErrorOptions) {
    super(`${file}: ${fileTexts('en')(problem)}`, options);
    this.code = problem.kind;
    this.file = file;
    this.problem = problem;
  }

  in(locale: Locale): string {
    return `${this.file}: ${fileTexts(locale)(this.problem)}`;
  }
}

/** The system's refusal as a `FileFault`; any other error as it is. */
export function toFileFault(
  file: string,
  error: unknown,
  kind: 'file_unreadable' | 'file_not_written',
): unknown {
  if (error instanceof FileFault || !(error instanceof Error) || !('syscall' in error)) return error;
  const { code: detail = error.message } = error as NodeJS.ErrnoException;
  const options = { cause: error };
  if (kind === 'file_unreadable' && detail === 'ENOENT')
    return new FileFault(file, { kind: 'file_missing' }, options);
  if (kind === 'file_not_written' && detail === 'EEXIST')
    return new FileFault(file, { kind: 'file_exists' }, options);
  return new FileFault(file, { kind, detail }, options);
}
