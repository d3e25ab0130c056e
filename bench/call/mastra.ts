import { createTool, noopObserve } from '@mastra/core/tools';
import { add, description, zodParameters } from './add.ts';
import { type Candidate, itself } from './candidate.ts';

const addTool = createTool({
  id: 'add',
  description,
  inputSchema: zodParameters,
  execute: (operands) => add(operands),
});

const context = { observe: noopObserve };

export const mastra: Candidate = {
  name: 'Mastra createTool',
  does: 'validates',
  call: (operands) => addTool.execute?.(operands, context) as Promise<unknown>,
  read: itself,
};
