import { copyJson } from '../tool/json.ts';
import { BaseToolExecutor, type ToolOf } from './base-executor.ts';

/** Answers every call with the response that the definition carries. */
export class MockToolExecutor extends BaseToolExecutor<'mock'> {
  readonly kind = 'mock';

  protected doExecute({ implementation }: ToolOf<'mock'>): unknown {
    const copy = copyJson(implementation.response);
    return copy.ok ? copy.value : null;
  }
}
