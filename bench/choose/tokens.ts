import { encode } from 'gpt-tokenizer/model/gpt-4o';
import { Discovery } from '../../packages/core/dist/discovery/index.js';
import { formatTools, ToolService } from '../../packages/core/dist/index.js';
import type { DataSet, DataTool } from './data.ts';
import { recombined } from './scale.ts';

/** What a model is given before its first word, in tokens. */
export interface TokenCost {
  readonly tools: number;
  readonly all: number;
  readonly three: number;
}

export function measureTokens(sets: readonly DataSet[]): readonly TokenCost[] {
  const real = new Map(sets.flatMap(({ tools }) => tools.map((tool) => [tool.name, tool])));
  const tools = [...real.values()];
  return [50, 500, 5000].map((count) => measure(recombined(tools, 2 * count), count));
}

function measure(tools: readonly DataTool[], count: number): TokenCost {
  const service = new ToolService({ builtins: false });
  let registered = 0;
  for (const { name, description, parameters } of tools) {
    if (registered === count) break;
    const definition = {
      name,
      description: description || name,
      parameters,
      implementation: { kind: 'mock', response: null },
    };
    try {
      service.registerTool(definition);
      registered++;
    } catch {
      // A schema of the data that is none: neither way counts it.
    }
  }
  const all = service.listTools();
  const { tools: three, instructions = '' } = new Discovery(service).payload({ useToolSearchFlow: true });
  return {
    tools: all.length,
    all: tokensOf(formatTools('openai', all).tools),
    three: tokensOf(formatTools('openai', three).tools) + encode(instructions).length,
  };
}

function tokensOf(value: unknown): number {
  return encode(JSON.stringify(value)).length;
}
