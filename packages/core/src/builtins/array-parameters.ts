import type { FromSchema } from '../schema/infer.ts';

export const arrayParameters = {
  type: 'object',
  properties: {
    operation: {
      type: 'string',
      enum: [
        'length',
        'first',
        'last',
        'sort',
        'unique',
        'reverse',
        'slice',
        'chunk',
        'flatten',
        'concat',
        'zip',
        'range',
        'filter',
        'pluck',
        'group_by',
        'count_by',
        'sum',
        'average',
        'min',
        'max',
        'includes',
        'index_of',
        'union',
        'intersect',
        'difference',
      ],
      description: 'What to do; see the tool description',
    },
    items: {
      type: 'array',
      maxItems: 25_000,
      description: 'The list to work on; for all operations but range',
    },
    other: {
      type: 'array',
      maxItems: 25_000,
      description: 'The second list, for concat, zip, union, intersect and difference',
    },
    path: {
      type: 'string',
      minLength: 1,
      maxLength: 10_000,
      description:
        'Where the value stands in each item, such as user.tags[0].name; without it the item itself',
    },
    descending: { type: 'boolean', default: false, description: 'For sort: largest first' },
    operator: {
      type: 'string',
      enum: [
        'eq',
        'ne',
        'gt',
        'gte',
        'lt',
        'lte',
        'contains',
        'starts_with',
        'ends_with',
        'in',
        'exists',
        'not_exists',
      ],
      default: 'eq',
      description:
        'For filter: how the value at `path` compares to `value`. contains: a text or list has it. in: `value` is a list that has it. exists: there is a value that is not null.',
    },
    value: { description: 'For filter (any JSON), includes and index_of' },
    start: {
      type: 'number',
      default: 0,
      description: 'For slice (negative: from the end) and range: the first',
    },
    end: { type: 'number', description: 'For slice (negative: from the end) and range: not included' },
    step: { type: 'number', default: 1, description: 'For range; negative counts down' },
    size: { type: 'integer', minimum: 1, maximum: 25_000, description: 'For chunk: items in each part' },
    depth: {
      type: 'integer',
      minimum: 1,
      maximum: 100,
      default: 1,
      description: 'For flatten: how many levels',
    },
  },
  required: ['operation'],
  additionalProperties: false,
} as const;

export type ArrayInput = FromSchema<typeof arrayParameters>;
export type ArrayOperation = ArrayInput['operation'];
export type FilterOperator = ArrayInput['operator'];
