import type { Locale } from '@toolcrib/core';
import { connectorTexts, type SourceProblem } from './texts.ts';

/** A source of tools cannot be used: it does not start, does not answer, or answers nonsense. */
export class SourceError extends Error {
  override readonly name = 'SourceError';
  readonly code: SourceProblem['kind'];
  readonly source: string;
  readonly problem: SourceProblem;

  constructor(source: string, problem: SourceProblem, options?: ErrorOptions) {
    super(connectorTexts('en').problem(source, problem), options);
    this.code = problem.kind;
    this.source = source;
    this.problem = problem;
  }

  in(locale: Locale): string {
    return connectorTexts(locale).problem(this.source, this.problem);
  }
}
