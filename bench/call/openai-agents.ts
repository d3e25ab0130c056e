import { RunContext, setTracingDisabled, tool } from '@openai/agents';
import { add, description, zodParameters } from './add.ts';
import { type Candidate, itself } from './candidate.ts';

setTracingDisabled(true);

const addTool = tool({ name: 'add', description, parameters: zodParameters, execute: add });
const context = new RunContext();

export const openaiAgents: Candidate = {
  name: 'OpenAI Agents tool.invoke',
  does: 'parses JSON text, validates',
  call: (operands) => addTool.invoke(context, JSON.stringify(operands)),
  read: itself,
};
