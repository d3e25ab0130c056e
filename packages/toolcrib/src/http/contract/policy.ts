export const policyOperations = {
  list_agents: {
    method: 'get',
    path: '/agents',
    summary: 'The agents, and what each may do.',
    tag: 'policy',
    scope: 'read',
    people: true,
    response: {
      type: 'object',
      properties: {
        items: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              id: { type: 'string' },
              permission: { type: 'string' },
              allow_list: { type: ['string', 'null'] },
              tools: { type: 'array', items: { type: 'string' }, description: 'Those that it may call.' },
            },
            required: ['id', 'permission', 'allow_list', 'tools'],
          },
        },
      },
      required: ['items'],
    },
  },
  list_allow_lists: {
    method: 'get',
    path: '/allow-lists',
    summary: 'The named sets of tools.',
    tag: 'policy',
    scope: 'read',
    people: true,
    response: {
      type: 'object',
      properties: {
        items: {
          type: 'array',
          items: {
            type: 'object',
            properties: { name: { type: 'string' } },
            required: ['name'],
          },
        },
      },
      required: ['items'],
    },
  },
  list_rules: {
    method: 'get',
    path: '/rules',
    summary: 'What the operator has decided about calls.',
    tag: 'policy',
    scope: 'read',
    people: true,
    response: {
      type: 'object',
      properties: {
        items: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              tool: { type: 'string' },
              agent: { type: 'string' },
              decision: { enum: ['allow', 'ask', 'deny'] },
              source: { type: 'string' },
              reason: { type: 'string' },
            },
            required: ['decision'],
          },
        },
      },
      required: ['items'],
    },
  },
  list_tokens: {
    method: 'get',
    path: '/tokens',
    summary: 'The tokens that open the service, without the tokens themselves.',
    tag: 'policy',
    scope: 'admin',
    people: true,
    response: {
      type: 'object',
      properties: { items: { type: 'array', items: { $ref: '#/components/schemas/Token' } } },
      required: ['items'],
    },
  },
  create_token: {
    method: 'post',
    path: '/tokens',
    summary: 'Makes a token, good for no more than the one that asks. It is told this once.',
    tag: 'policy',
    scope: 'admin',
    people: true,
    body: {
      type: 'object',
      properties: {
        name: { type: 'string', minLength: 1, maxLength: 100 },
        agent: { type: 'string' },
        scopes: { type: 'array', items: { enum: ['read', 'call', 'approve', 'admin'] }, minItems: 1 },
        approver: {
          type: 'boolean',
          description: 'A person holds it and sees what is asked: may approve calls that were made with it.',
        },
        approves: { $ref: '#/components/schemas/ApproverScope' },
        expires_at: { type: 'string' },
      },
      required: ['name', 'scopes'],
      additionalProperties: false,
    },
    response: {
      type: 'object',
      properties: { token: { type: 'string' }, about: { $ref: '#/components/schemas/Token' } },
      required: ['token', 'about'],
    },
  },
  revoke_token: {
    method: 'delete',
    path: '/tokens/{id}',
    summary: 'Ends a token.',
    tag: 'policy',
    scope: 'admin',
    people: true,
    response: {
      type: 'object',
      properties: { id: { type: 'string' }, revoked: { type: 'boolean' } },
      required: ['id', 'revoked'],
    },
  },
} as const;
