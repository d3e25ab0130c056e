import { ToolService, type ToolServiceOptions } from '@toolcrib/core';

/** A service with one REST tool, named `api`. */
export function restService(implementation: object, options: ToolServiceOptions = {}): ToolService {
  const service = new ToolService({ builtins: false, ...options });
  service.registerTool({
    name: 'api',
    description: 'An API.',
    approval: 'safe',
    parameters: { type: 'object' },
    implementation: { type: 'rest', ...implementation },
  });
  return service;
}
