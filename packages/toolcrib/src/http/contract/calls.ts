export const callOperations = {
  execute_tool: {
    method: 'post',
    path: '/calls',
    summary: 'Calls a tool. What failed or was not allowed is an answer too, with its status.',
    tag: 'calls',
    scope: 'call',
    body: { $ref: '#/components/schemas/CallRequest' },
    response: { $ref: '#/components/schemas/CallResult' },
  },
  execute_tools: {
    method: 'post',
    path: '/calls/batch',
    summary: 'Calls many tools at once; the results come in the order of the calls.',
    tag: 'calls',
    scope: 'call',
    body: {
      type: 'object',
      properties: {
        calls: {
          type: 'array',
          items: { $ref: '#/components/schemas/CallRequest' },
          minItems: 1,
          maxItems: 100,
        },
        concurrency: { type: 'integer', minimum: 1, maximum: 16 },
      },
      required: ['calls'],
      additionalProperties: false,
    },
    response: {
      type: 'object',
      properties: { results: { type: 'array', items: { $ref: '#/components/schemas/CallResult' } } },
      required: ['results'],
    },
  },
  explain_call: {
    method: 'post',
    path: '/calls/explain',
    summary: 'What every station would say to a call, without making it.',
    tag: 'calls',
    scope: 'read',
    body: { $ref: '#/components/schemas/CallRequest' },
    response: { $ref: '#/components/schemas/Explanation' },
  },
  give_feedback: {
    method: 'post',
    path: '/feedback',
    summary: 'Says whether a call served, for the next choice.',
    tag: 'choice',
    scope: 'call',
    body: {
      type: 'object',
      properties: {
        call_id: { type: 'string' },
        good: { type: 'boolean' },
        words: { type: 'string', maxLength: 2000 },
      },
      required: ['call_id', 'good'],
      additionalProperties: false,
    },
    response: {
      type: 'object',
      properties: {
        call_id: { type: 'string' },
        tool: { type: 'string' },
        task: { type: ['string', 'null'] },
        good: { type: 'boolean' },
        words: { type: ['string', 'null'] },
      },
      required: ['call_id', 'tool', 'task', 'good', 'words'],
    },
  },
} as const;
