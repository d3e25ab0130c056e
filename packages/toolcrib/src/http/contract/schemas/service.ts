/** What goes wrong, and what opens the service. */
export const serviceSchemas = {
  Problem: {
    type: 'object',
    description: 'Why a request was not answered (RFC 9457).',
    properties: {
      type: { type: 'string' },
      title: { type: 'string' },
      status: { type: 'integer' },
      detail: { type: 'string' },
      code: { type: 'string', description: 'Never changes.' },
      remedy: { type: 'string', description: 'What to do next.' },
      request_id: { type: 'string' },
      problems: {
        type: 'array',
        description: 'What is wrong with the request, place by place.',
        items: {
          type: 'object',
          properties: { path: { type: 'string' }, keyword: { type: 'string' }, message: { type: 'string' } },
          required: ['path', 'keyword', 'message'],
        },
      },
      candidates: {
        type: 'array',
        description: 'The records that an id may mean.',
        items: {
          type: 'object',
          properties: {
            call_id: { type: 'string' },
            hash: { type: 'string' },
            time: { type: 'string' },
            agent: { type: ['string', 'null'] },
            tool: { type: 'string' },
            status: { type: 'string' },
          },
          required: ['call_id', 'hash', 'time', 'agent', 'tool', 'status'],
        },
      },
    },
    required: ['type', 'title', 'status', 'detail', 'code', 'request_id'],
  },
  HistoryState: {
    type: 'object',
    description: 'Whether calls are recorded; left out for agents.',
    properties: {
      waiting: { type: 'integer', description: 'Calls whose records are written when the store takes them.' },
      lost: { type: 'integer', description: 'Calls whose records are gone.' },
      problem: { type: ['string', 'null'], description: 'Why records are not written now.' },
    },
    required: ['waiting', 'lost', 'problem'],
  },
  Token: {
    type: 'object',
    description: 'What opens the service; the token itself is told once, when it is made.',
    properties: {
      id: { type: 'string' },
      name: { type: 'string' },
      agent: { type: ['string', 'null'] },
      scopes: { type: 'array', items: { enum: ['read', 'call', 'approve', 'admin'] } },
      approver: { type: 'boolean', description: 'Its holder may approve calls that were made with it.' },
      approves: {
        description: 'Which calls it may approve; null for all.',
        anyOf: [{ $ref: '#/components/schemas/ApproverScope' }, { type: 'null' }],
      },
      created_at: { type: 'string' },
      expires_at: { type: ['string', 'null'] },
      revoked_at: { type: ['string', 'null'] },
    },
    required: [
      'id',
      'name',
      'agent',
      'scopes',
      'approver',
      'approves',
      'created_at',
      'expires_at',
      'revoked_at',
    ],
  },
  ApproverScope: {
    type: 'object',
    description: 'Which calls somebody may approve. What is null or left out is not limited.',
    properties: {
      agents: { type: ['array', 'null'], items: { type: 'string' } },
      tools: { type: ['array', 'null'], items: { type: 'string' }, description: '* stands for any text.' },
      max_risk: { enum: ['low', 'medium', 'high', null] },
    },
    additionalProperties: false,
  },
} as const;
