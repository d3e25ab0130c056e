import { z } from 'zod';

/** The tool that every candidate offers: so little work that only the way to it is measured. */
export async function add({ a, b }: Operands): Promise<number> {
  return a + b;
}

export interface Operands {
  readonly a: number;
  readonly b: number;
}

export const description = 'Add two numbers.';

export const parameters = {
  type: 'object',
  properties: { a: { type: 'number' }, b: { type: 'number' } },
  required: ['a', 'b'],
} as const;

export const zodParameters = z.object({ a: z.number(), b: z.number() });
