import type { FromSchema } from '../schema/infer.ts';

export const objectParameters = {
  type: 'object',
  properties: {
    operation: {
      type: 'string',
      enum: [
        'keys',
        'values',
        'entries',
        'from_entries',
        'size',
        'get',
        'has',
        'set',
        'delete',
        'pick',
        'omit',
        'rename',
        'invert',
        'merge',
        'equals',
        'diff',
        'flatten',
        'unflatten',
      ],
      description: 'What to do; see the tool description',
    },
    object: { type: 'object', description: 'The object to work on; for all operations but from_entries' },
    other: { type: 'object', description: 'The second object, for merge, equals and diff' },
    path: {
      type: 'string',
      minLength: 1,
      maxLength: 10_000,
      description:
        'For get, has, set and delete: such as user.tags[0].name, items[-1] or headers["content-type"]',
    },
    value: { description: 'For set: any JSON' },
    keys: {
      type: 'array',
      items: { type: 'string' },
      maxItems: 25_000,
      description: 'For pick and omit: keys of the object itself',
    },
    names: {
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'For rename: the new name for each old one',
    },
    entries: {
      type: 'array',
      items: { type: 'array', prefixItems: [{ type: 'string' }, {}], minItems: 2, maxItems: 2 },
      maxItems: 25_000,
      description: 'For from_entries: [key, value] pairs',
    },
    deep: {
      type: 'boolean',
      default: true,
      description: 'For merge: also merge objects inside; lists are replaced',
    },
  },
  required: ['operation'],
  additionalProperties: false,
} as const;

export type ObjectInput = FromSchema<typeof objectParameters>;
export type ObjectOperation = ObjectInput['operation'];
