import type { CallArguments } from '../tool/call.ts';
import { createError } from '../tool/errors.ts';
import type { ToolContext } from '../tool/tool-context.ts';
import { BaseToolExecutor, type ToolOf } from './base-executor.ts';
import type { Surroundings } from './surroundings.ts';

/** A service of the embedding application that a configured tool may name. */
export type InternalService = (parameters: CallArguments, context: ToolContext) => unknown;

/** Hands calls to services of the embedding application, by the name of their handler. */
export class InternalToolExecutor extends BaseToolExecutor<'internal'> {
  readonly kind = 'internal';
  readonly #services: ReadonlyMap<string, InternalService>;

  constructor(surroundings: Surroundings, services: { readonly [handler: string]: InternalService }) {
    super(surroundings);
    this.#services = new Map(Object.entries(services));
  }

  override checkTool(tool: ToolOf<'internal'>): void {
    this.#find(tool);
  }

  protected doExecute(tool: ToolOf<'internal'>, parameters: CallArguments, context: ToolContext): unknown {
    return this.#find(tool)(parameters, context);
  }

  #find({ implementation }: ToolOf<'internal'>): InternalService {
    const found = this.#services.get(implementation.handler);
    if (found !== undefined) return found;
    const known = [...this.#services.keys()];
    throw createError('unknown_handler', { kind: 'internal', handler: implementation.handler, known });
  }
}
