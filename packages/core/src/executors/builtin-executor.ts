import type { CallArguments } from '../tool/call.ts';
import { createError } from '../tool/errors.ts';
import type { Tool, ToolFunction } from '../tool/tool.ts';
import type { ToolContext } from '../tool/tool-context.ts';
import { BaseToolExecutor, type ToolOf } from './base-executor.ts';
import type { Surroundings } from './surroundings.ts';

/** Runs built-in tools: those that carry their function, and those that name the function of another by its handler. */
export class BuiltinToolExecutor extends BaseToolExecutor<'builtin'> {
  readonly kind = 'builtin';
  readonly #handlers: ReadonlyMap<string, ToolFunction>;

  constructor(surroundings: Surroundings, builtins: readonly Tool[]) {
    super(surroundings);
    this.#handlers = new Map(
      builtins.flatMap(({ implementation }) =>
        implementation.kind === 'builtin' && implementation.run !== undefined
          ? [[implementation.handler, implementation.run]]
          : [],
      ),
    );
  }

  override checkTool(tool: ToolOf<'builtin'>): void {
    this.#find(tool);
  }

  protected doExecute(tool: ToolOf<'builtin'>, parameters: CallArguments, context: ToolContext): unknown {
    return this.#find(tool)(parameters as never, context);
  }

  #find({ implementation }: ToolOf<'builtin'>): ToolFunction {
    const found = implementation.run ?? this.#handlers.get(implementation.handler);
    if (found !== undefined) return found;
    const known = [...this.#handlers.keys()];
    throw createError('unknown_handler', { kind: 'builtin', handler: implementation.handler, known });
  }
}
