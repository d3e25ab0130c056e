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
      created_at: { type: 'string' },
      expires_at: { type: ['string', 'null'] },
      revoked_at: { type: ['string', 'null'] },
    },
    required: ['id', 'name', 'agent', 'scopes', 'created_at', 'expires_at', 'revoked_at'],
  },
} as const;
