export const sourceOperations = {
  list_sources: {
    method: 'get',
    path: '/sources',
    summary: 'MCP servers, API documents and plugins: what of them can be called, and what waits.',
    tag: 'sources',
    scope: 'read',
    people: true,
    response: {
      type: 'object',
      properties: { items: { type: 'array', items: { $ref: '#/components/schemas/Source' } } },
      required: ['items'],
    },
  },
  review_source: {
    method: 'post',
    path: '/sources/{name}/review',
    summary: 'Asks a source what it has now, and compares. May start it; changes nothing.',
    tag: 'sources',
    scope: 'admin',
    people: true,
    response: { $ref: '#/components/schemas/Review' },
  },
  accept_source: {
    method: 'post',
    path: '/sources/{name}/accept',
    summary: 'Accepts what a review has shown, and with it how the source is reached.',
    tag: 'sources',
    scope: 'admin',
    people: true,
    body: {
      type: 'object',
      properties: {
        review_id: { type: 'string' },
        only: {
          type: 'array',
          items: { type: 'string' },
          description: 'Of the changes those of these tools.',
        },
        believe: {
          anyOf: [{ const: 'read_only' }, { type: 'array', items: { type: 'string' } }],
          description:
            'Of the tools that the source calls read-only, those that it is believed of: all of them, or these. Nothing new unless set.',
        },
      },
      required: ['review_id'],
      additionalProperties: false,
    },
    response: {
      type: 'object',
      properties: { source: { type: 'string' }, tools: { type: 'array', items: { type: 'string' } } },
      required: ['source', 'tools'],
    },
  },
  restart_source: {
    method: 'post',
    path: '/sources/{name}/restart',
    summary: 'Has an MCP server started anew by everybody who uses it.',
    tag: 'sources',
    scope: 'admin',
    people: true,
    response: {
      type: 'object',
      properties: { source: { type: 'string' }, restarting: { type: 'boolean' } },
      required: ['source', 'restarting'],
    },
  },
} as const;
