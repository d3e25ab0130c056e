/** Where tools of others come from. */
export const sourcesSchemas = {
  Source: {
    type: 'object',
    description: 'Where tools of other people come from: an MCP server, an API document, a plugin.',
    properties: {
      source: { type: 'string' },
      kind: { enum: ['mcp', 'openapi', 'wasm'] },
      origin: { type: 'object' },
      accepted: { type: 'boolean' },
      changed_program_files: {
        type: 'array',
        description:
          'Files of the project that it is started from, and that have changed since they were accepted.',
        items: {
          type: 'object',
          properties: { path: { type: 'string' }, change: { enum: ['new', 'changed', 'gone'] } },
          required: ['path', 'change'],
        },
      },
      tools: { type: 'array', items: { type: 'string' } },
      believed_read_only: {
        type: 'array',
        items: { type: 'string' },
        description: 'Tools that a person believes to be read-only because the source says so.',
      },
      held_back: {
        type: 'array',
        items: {
          type: 'object',
          properties: { name: { type: 'string' }, reason: { type: 'string' } },
          required: ['name', 'reason'],
        },
      },
    },
    required: [
      'source',
      'kind',
      'origin',
      'accepted',
      'changed_program_files',
      'tools',
      'believed_read_only',
      'held_back',
    ],
  },
  Review: {
    type: 'object',
    description: 'What a source says now, held against what was accepted of it.',
    properties: {
      review_id: { type: 'string', description: 'Accepts exactly what is shown here.' },
      source: { type: 'string' },
      kind: { enum: ['mcp', 'openapi', 'wasm'] },
      origin: { type: 'object' },
      changes: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            tool: { type: 'string' },
            change: { enum: ['new', 'changed', 'gone'] },
            before: { type: ['string', 'null'] },
            after: { type: ['string', 'null'] },
            differences: { type: 'array', items: { type: 'object' } },
            suspicions: { type: 'array', items: { type: 'object' } },
          },
          required: ['tool', 'change', 'before', 'after'],
        },
      },
      claimed_read_only: {
        type: 'array',
        items: { type: 'string' },
        description:
          'Tools that the source calls read-only. Its word does not count until a person believes it.',
      },
      believed_read_only: {
        type: 'array',
        items: { type: 'string' },
        description: 'Those of them that a person believes it of.',
      },
      unusable: {
        type: 'array',
        items: {
          type: 'object',
          properties: { tool: { type: 'string' }, message: { type: 'string' } },
          required: ['tool', 'message'],
        },
      },
    },
    required: [
      'review_id',
      'source',
      'kind',
      'origin',
      'changes',
      'claimed_read_only',
      'believed_read_only',
      'unusable',
    ],
  },
} as const;
