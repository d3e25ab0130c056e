import { defineTool, type Tool } from 'toolcrib';

interface Invoice {
  readonly id: string;
  readonly owner: string;
  readonly amount: number;
  paid: boolean;
}

const invoices: readonly Invoice[] = [
  { id: 'A-1', owner: 'ann', amount: 120, paid: false },
  { id: 'B-1', owner: 'ben', amount: 80, paid: false },
];

/** Whose invoices these are is who calls, never what the model says. */
export const tools: readonly Tool[] = [
  defineTool({
    name: 'list_invoices',
    description: 'List your invoices.',
    annotations: { readOnly: true },
    parameters: { type: 'object', properties: {} },
    run: (_, { agent }) => invoices.filter(({ owner }) => owner === agent).map((invoice) => ({ ...invoice })),
  }),
  defineTool({
    name: 'pay_invoice',
    description: 'Pay one of your invoices. Money that has gone does not come back.',
    annotations: { destructive: true },
    parameters: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
    run: ({ id }, { agent }) => {
      const invoice = invoices.find((one) => one.id === id && one.owner === agent);
      if (invoice === undefined) throw new Error(`You have no invoice ${id}.`);
      invoice.paid = true;
      return { paid: id, amount: invoice.amount };
    },
  }),
];
