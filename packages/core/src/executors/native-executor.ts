import type { CallArguments } from '../tool/call.ts';
import type { ToolContext } from '../tool/tool-context.ts';
import { BaseToolExecutor, type ToolOf } from './base-executor.ts';

/** Calls a function of the application, synchronous or not. */
export class NativeToolExecutor extends BaseToolExecutor<'native'> {
  readonly kind = 'native';

  protected doExecute(tool: ToolOf<'native'>, parameters: CallArguments, context: ToolContext): unknown {
    return tool.implementation.run(parameters as never, context);
  }
}
