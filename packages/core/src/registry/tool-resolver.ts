import type { Tool } from '../tool/tool.ts';
import type { AllowListConditions } from './allow-list.ts';
import type { ToolRegistry } from './tool-registry.ts';

export interface ResolveOptions extends AllowListConditions {
  /** Also gives the tools with `deferLoading`. @default true */
  readonly includeDeferredTools?: boolean | undefined;
}

/** Gives an agent the tools of its allow-list, so that no agent carries a list of its own. */
export class ToolResolver {
  readonly #registry: ToolRegistry;

  constructor(registry: ToolRegistry) {
    this.#registry = registry;
  }

  /** Throws a `RegistryError` for an allow-list that does not exist. */
  getToolsForAgent(allowListId: string, options: ResolveOptions = {}): Tool[] {
    const { includeDeferredTools = true, ...conditions } = options;
    return this.#registry
      .list({}, this.#registry.allowance(allowListId, conditions))
      .filter((tool) => includeDeferredTools || !tool.deferLoading);
  }
}
