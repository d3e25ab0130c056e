import { tool } from 'ai';
import { add, description, zodParameters } from './add.ts';
import { type Candidate, itself } from './candidate.ts';

const { execute } = tool({ description, inputSchema: zodParameters, execute: add });
const options = { toolCallId: 'call', messages: [], context: {} };

export const aiSdk: Candidate = {
  name: 'AI SDK tool.execute',
  does: 'nothing: the schema is checked elsewhere',
  call: (operands) => execute(operands, options) as Promise<number>,
  read: itself,
};
