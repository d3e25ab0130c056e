import { tool } from '@langchain/core/tools';
import { add, description, zodParameters } from './add.ts';
import { type Candidate, itself } from './candidate.ts';

const addTool = tool(add, { name: 'add', description, schema: zodParameters });

export const langchain: Candidate = {
  name: 'LangChain tool.invoke',
  does: 'validates, callbacks',
  call: (operands) => addTool.invoke(operands),
  read: itself,
};
