import { ToolService } from '../../packages/core/dist/index.js';
import type { DataTool } from './data.ts';

/** A service that has these tools and no others. Some of their names are none with us: `nameOf` and `registeredAs` lead from one to the other. */
export function serviceOf(tools: readonly DataTool[]): {
  readonly service: ToolService;
  readonly nameOf: (registered: string | undefined) => string | undefined;
  readonly registeredAs: (name: string) => string;
} {
  const service = new ToolService({ builtins: false });
  const names = new Map<string, string>();
  const ours = new Map<string, string>();
  for (const [index, { name, description, category, parameters }] of tools.entries()) {
    const allowed = name.replaceAll(/[^\w.-]/gu, '_').slice(0, 120);
    const unique = names.has(allowed) ? `${allowed}_${index}` : allowed;
    names.set(unique, name);
    ours.set(name, unique);
    service.registerTool({
      name: unique,
      description: description || name,
      ...(category !== '' && { category }),
      parameters,
      run: () => undefined,
    });
  }
  return {
    service,
    nameOf: (registered = '') => names.get(registered),
    registeredAs: (name) => ours.get(name) ?? name,
  };
}
