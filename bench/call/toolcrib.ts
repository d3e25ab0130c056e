import {
  defineTool,
  MemoryHistory,
  type ToolResult,
  ToolService,
  type ToolServiceOptions,
} from '../../packages/core/dist/index.js';
import { add, description, type Operands, parameters } from './add.ts';
import type { Candidate } from './candidate.ts';

const definition = { name: 'add', description, annotations: { readOnly: true }, parameters } as const;
const addTool = defineTool({ ...definition, run: (operands) => add(operands) });
const synchronousTool = defineTool({ ...definition, run: ({ a, b }: Operands) => a + b });

const corridor = 'validates, copies, policy, timeout';

/** The whole corridor, as `service.execute` walks it by default: this is what the target is about. */
export const toolcrib: Candidate = {
  name: 'Toolcrib',
  does: corridor,
  ...execution(createService()),
};

const recording: Candidate = {
  name: 'Toolcrib, MemoryHistory',
  does: `${corridor}, records`,
  ...execution(createService({ history: new MemoryHistory() })),
};

const listenedTo: Candidate = {
  name: 'Toolcrib, one call-end listener',
  does: `${corridor}, tells`,
  ...execution(withListener(createService())),
};

const guarded: Candidate = {
  name: 'Toolcrib, agent + allow-list + 10 rules',
  does: `${corridor}, scope, rules`,
  ...execution(
    createService({
      agents: { bench: { allowList: 'arithmetic' } },
      allowLists: [{ name: 'arithmetic', toolNames: ['add'] }],
      rules: Array.from({ length: 10 }, (_, index) => ({ decision: 'deny', tool: `forbidden_${index}_*` })),
    }),
    { agent: 'bench' },
  ),
};

const synchronous: Candidate = {
  name: 'Toolcrib, synchronous tool',
  does: 'validates, copies, policy',
  ...execution(createService({}, synchronousTool)),
};

export const toolcribVariants: readonly Candidate[] = [recording, listenedTo, guarded, synchronous];

function createService(options: ToolServiceOptions = {}, tool = addTool): ToolService {
  const service = new ToolService(options);
  service.registerTool(tool);
  return service;
}

function withListener(service: ToolService): ToolService {
  let sum = 0;
  service.on('call-end', ({ attempts }) => (sum += attempts));
  return service;
}

function execution(service: ToolService, options?: { agent: string }): Pick<Candidate, 'call' | 'read'> {
  return { call: (operands) => service.execute('add', operands, options), read: outputOf };
}

function outputOf(answer: unknown): unknown {
  const result = answer as ToolResult;
  return result.status === 'success' ? result.output : result.error;
}
