import { ToolExecutionError, type Locale } from '@toolcrib/core';
import { workbenchTexts, type WorkbenchFacts, type WorkbenchReason } from './texts.ts';

/** What went wrong with a tool of the workbench: a stable word, and its sentence in the language of the bench. */
export function failure<R extends WorkbenchReason>(
  tool: string,
  reason: R,
  facts: WorkbenchFacts[R],
  { locale, cause }: { readonly locale: Locale; readonly cause?: unknown },
): ToolExecutionError {
  const detail = workbenchTexts(locale)[reason](facts);
  return new ToolExecutionError(detail, { data: { tool, detail, reason }, cause });
}
