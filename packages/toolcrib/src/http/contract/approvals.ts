export const approvalOperations = {
  list_approvals: {
    method: 'get',
    path: '/approvals',
    summary: 'The questions that calls ask people, newest first; those that wait unless said otherwise.',
    tag: 'approvals',
    scope: 'read',
    isLarge: true,
    query: {
      type: 'object',
      properties: {
        status: {
          enum: ['pending', 'allowed', 'used', 'denied', 'withdrawn', 'expired', 'all'],
          default: 'pending',
        },
        limit: { type: 'integer', minimum: 1, maximum: 1000, default: 100 },
        cursor: { type: 'string', description: 'The `next` of the page before.' },
      },
    },
    response: {
      type: 'object',
      properties: {
        items: { type: 'array', items: { $ref: '#/components/schemas/Approval' } },
        next: {
          type: ['string', 'null'],
          description: 'Where to go on. A page ends early when it would be too large.',
        },
      },
      required: ['items', 'next'],
    },
  },
  get_approval: {
    method: 'get',
    path: '/approvals/{id}',
    summary: 'One question.',
    tag: 'approvals',
    scope: 'read',
    response: { $ref: '#/components/schemas/Approval' },
  },
  answer_approval: {
    method: 'post',
    path: '/approvals/{id}/answer',
    summary: 'Answers a request as it was shown. The first answer counts; whoever comes later is told so.',
    tag: 'approvals',
    scope: 'approve',
    people: true,
    body: {
      type: 'object',
      properties: {
        decision: { enum: ['allow_once', 'allow_always', 'reject_once'] },
        shown_digest: {
          type: 'string',
          description: 'The digest that came with what was shown. With another one the answer is refused.',
        },
        scope: { const: 'session', description: 'With allow_always: until the process that asked ends.' },
        note: { type: 'string', maxLength: 2000, description: 'A word for the model.' },
        content: { type: 'object', description: 'What was filled in.' },
      },
      required: ['decision', 'shown_digest'],
      additionalProperties: false,
    },
    response: { $ref: '#/components/schemas/Approval' },
  },
  list_grants: {
    method: 'get',
    path: '/grants',
    summary: 'What people have said yes to for good.',
    tag: 'approvals',
    scope: 'read',
    query: {
      type: 'object',
      properties: { all: { type: 'boolean', description: 'Also those that have ended.' } },
    },
    response: {
      type: 'object',
      properties: { items: { type: 'array', items: { $ref: '#/components/schemas/Grant' } } },
      required: ['items'],
    },
  },
  give_grant: {
    method: 'post',
    path: '/grants',
    summary: 'Says yes for good, to a tool or to one call of it.',
    tag: 'approvals',
    scope: 'approve',
    people: true,
    body: {
      type: 'object',
      properties: {
        tool: { type: 'string' },
        agent: { type: 'string' },
        arguments: { type: 'object', description: 'Only for a call with exactly these.' },
        dangerous: { type: 'boolean', description: 'Also where the tool is dangerous.' },
        expires_at: { type: 'string' },
      },
      required: ['tool', 'agent'],
      additionalProperties: false,
    },
    response: { $ref: '#/components/schemas/Grant' },
  },
  revoke_grant: {
    method: 'delete',
    path: '/grants/{id}',
    summary: 'Takes a grant back.',
    tag: 'approvals',
    scope: 'approve',
    people: true,
    response: {
      type: 'object',
      properties: { id: { type: 'string' }, revoked: { type: 'boolean' } },
      required: ['id', 'revoked'],
    },
  },
} as const;
