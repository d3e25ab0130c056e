import type { JsonSchemaObject } from '../schema/json-schema.ts';
import { comparisons, planDefaults, planLimits, unknownPolicies } from './plan.ts';

const id = {
  type: 'string',
  pattern: '^[A-Za-z0-9_][A-Za-z0-9_-]{0,63}$',
  description: 'The name of the node inside of the plan: letters, digits, _ and -.',
} as const;

const whole = (description: string, minimum: number, maximum?: number): JsonSchemaObject => ({
  type: 'integer',
  minimum,
  ...(maximum !== undefined && { maximum }),
  description,
});

const milliseconds = (description: string, minimum: number): JsonSchemaObject => ({
  type: 'number',
  minimum,
  description,
});

/**
 * A plan as it is written down, in YAML or JSON. `parsePlan` reads the same and says what is wrong in words; this is for
 * editors, and for models that write plans.
 */
export const planSchema: JsonSchemaObject = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Toolcrib plan',
  description:
    'Several calls of tools, and what waits for what. In every text, {{nodes.<id>.output.path[0]}} stands for what another node gave, {{input.<name>}} for what was submitted with the plan, and in a node with for_each, {{item}} and {{index}} for the item at hand. A text that is nothing but a reference becomes the value itself.',
  type: 'object',
  additionalProperties: false,
  required: ['name', 'nodes'],
  properties: {
    $schema: { type: 'string', description: 'The address of this schema, so that editors can help.' },
    name: { type: 'string', minLength: 1, maxLength: 200 },
    description: { type: 'string', maxLength: 10_000 },
    input: {
      type: 'object',
      description: 'What {{input.<name>}} stands for where the submission does not say.',
    },
    concurrency: whole(
      `How many calls run at the same time. Default: ${planDefaults.concurrency}.`,
      1,
      planLimits.concurrency,
    ),
    timeout: milliseconds('Milliseconds for the whole plan. Default: none.', 1),
    on_failure: {
      $ref: '#/$defs/onFailure',
      description: 'For nodes that do not say otherwise. Default: stop.',
    },
    output: {
      description:
        'The result: any JSON, with references. Default: the outputs of the nodes that nothing waits for, by id.',
    },
    nodes: {
      type: 'array',
      minItems: 1,
      maxItems: planLimits.nodes,
      items: { $ref: '#/$defs/node' },
      description: 'The calls. Their order means nothing: references and "after" make the order.',
    },
  },
  $defs: {
    node: {
      type: 'object',
      additionalProperties: false,
      required: ['id', 'tool'],
      properties: {
        id,
        tool: { type: 'string', minLength: 1, description: 'The name of a tool.' },
        version: {
          type: 'string',
          minLength: 1,
          description: 'A version or a range. Default: the default version.',
        },
        arguments: { type: 'object', description: 'The arguments of the call, with references.' },
        after: {
          type: 'array',
          items: id,
          description: 'Nodes that must have ended before. Nodes that are referred to need not be named.',
        },
        when: { $ref: '#/$defs/condition', description: 'What must hold, or the node is skipped.' },
        for_each: {
          description:
            'A list or a reference to one: one call for each item, and the output is the list of their outputs.',
          type: ['array', 'string'],
        },
        on_failure: { $ref: '#/$defs/onFailure' },
        on_unknown: {
          enum: unknownPolicies,
          default: 'ask',
          description:
            'When the call may not be repeated and its process was lost: ask waits for a person, retry makes it again, skip goes on without the node, fail applies on_failure.',
        },
        retries: whole('Attempts after the first, inside of the call.', 0),
        timeout: milliseconds('Milliseconds for one attempt.', 1),
      },
    },
    onFailure: {
      description: 'What is done about a call that failed.',
      anyOf: [
        {
          enum: ['stop', 'skip', 'retry'],
          description: `stop ends the plan. skip leaves out what depends on the node. retry makes the call again, ${planDefaults.retry} times, and then stops.`,
        },
        { $ref: '#/$defs/continueWith' },
        {
          type: 'object',
          additionalProperties: false,
          required: ['retry'],
          properties: {
            retry: whole('Calls after the first.', 1, 100),
            delay: milliseconds(`Milliseconds before the first of them. Default: ${planDefaults.delay}.`, 0),
            backoff: {
              type: 'number',
              minimum: 1,
              description: `What each further delay is multiplied with. Default: ${planDefaults.backoff}.`,
            },
            otherwise: {
              description: 'What is done when all have failed. Default: stop.',
              anyOf: [{ enum: ['stop', 'skip'] }, { $ref: '#/$defs/continueWith' }],
            },
          },
        },
      ],
    },
    continueWith: {
      type: 'object',
      additionalProperties: false,
      required: ['continue_with'],
      properties: { continue_with: { description: 'Stands in place of the output.' } },
    },
    condition: {
      anyOf: [
        {
          type: ['string', 'boolean'],
          description: 'A reference: holds unless it is missing, null, false, 0 or empty.',
        },
        {
          type: 'object',
          additionalProperties: false,
          required: ['value'],
          minProperties: 2,
          maxProperties: 2,
          properties: {
            value: { description: 'Mostly a reference.' },
            ...Object.fromEntries(comparisons.map((name) => [name, comparisonSchema(name)])),
          },
        },
        conditionOf('all', { type: 'array', items: { $ref: '#/$defs/condition' } }),
        conditionOf('any', { type: 'array', items: { $ref: '#/$defs/condition' } }),
        conditionOf('not', { $ref: '#/$defs/condition' }),
      ],
    },
  },
};

function comparisonSchema(name: (typeof comparisons)[number]): JsonSchemaObject {
  switch (name) {
    case 'in':
      return {
        type: ['array', 'string'],
        description: 'A list, or a reference to one, that the value is in.',
      };
    case 'exists':
      return { type: 'boolean', description: 'Whether there is such a value; null is one.' };
    case 'empty':
      return { type: 'boolean', description: 'Whether the value is missing, null, or without any content.' };
    case 'greater_than':
    case 'less_than':
      return {
        type: ['number', 'string'],
        description: 'Numbers by their size, texts by their letters; other types do not compare.',
      };
    case 'equals':
    case 'not_equals':
      return { description: 'Any JSON, with references.' };
  }
}

function conditionOf(name: string, schema: JsonSchemaObject): JsonSchemaObject {
  return { type: 'object', additionalProperties: false, required: [name], properties: { [name]: schema } };
}
