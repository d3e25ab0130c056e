import { Ajv } from 'ajv';
import { add, type Operands, parameters, zodParameters } from './add.ts';
import { type Candidate, itself } from './candidate.ts';

export const bareFunction: Candidate = { name: 'bare function', does: 'nothing', call: add, read: itself };

const validate = new Ajv().compile<Operands>(parameters);

/** What one would write by hand, and what everything else is divided by. */
export const ajvAndFunction: Candidate = {
  name: 'Ajv + function',
  does: 'validates',
  async call(operands: unknown) {
    if (!validate(operands)) throw new Error('invalid arguments', { cause: validate.errors });
    return await add(operands);
  },
  read: itself,
};

export const zodAndFunction: Candidate = {
  name: 'zod + function',
  does: 'validates, copies',
  async call(operands: unknown) {
    return await add(zodParameters.parse(operands));
  },
  read: itself,
};
