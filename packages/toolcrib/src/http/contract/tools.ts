export const toolOperations = {
  list_tools: {
    method: 'get',
    path: '/tools',
    summary: 'The tools that may be called, in the order in which they were registered.',
    tag: 'tools',
    scope: 'read',
    query: {
      type: 'object',
      properties: {
        q: { type: 'string', description: 'Text in the name, the aliases, the tags or the description.' },
        category: { type: 'string' },
        tag: { type: 'string' },
        tier: { enum: ['low', 'medium', 'high'] },
        type: { type: 'string', description: 'builtin, native, rest, mcp, wasm …' },
        permission: { enum: ['read_only', 'read_write', 'execute', 'admin'] },
        agent: { type: 'string', description: 'Those that this agent may call.' },
        limit: { type: 'integer', minimum: 1, maximum: 1000, default: 100 },
        cursor: { type: 'string', description: 'The `next` of the page before.' },
      },
    },
    response: {
      type: 'object',
      properties: {
        items: { type: 'array', items: { $ref: '#/components/schemas/Tool' } },
        next: { type: ['string', 'null'] },
        total: { type: 'integer' },
      },
      required: ['items', 'next', 'total'],
    },
  },
  get_tool_descriptor: {
    method: 'get',
    path: '/tools/{name}',
    summary: 'A tool: parameters, return value, examples, cautions.',
    tag: 'tools',
    scope: 'read',
    query: {
      type: 'object',
      properties: { version: { type: 'string', description: 'A version or a range.' } },
    },
    response: { $ref: '#/components/schemas/Tool' },
  },
  list_tool_versions: {
    method: 'get',
    path: '/tools/{name}/versions',
    summary: 'The versions of a tool, newest first.',
    tag: 'tools',
    scope: 'read',
    response: {
      type: 'object',
      properties: {
        items: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              id: { type: 'string' },
              version: { type: 'string' },
              is_default: { type: 'boolean' },
              deprecated: { type: ['string', 'null'] },
              digest: { type: 'string', description: 'Changes when the definition does.' },
            },
            required: ['id', 'version', 'is_default', 'deprecated', 'digest'],
          },
        },
      },
      required: ['items'],
    },
  },
  get_tool_page: {
    method: 'get',
    path: '/tools/{name}/page',
    summary: 'The page of a tool, as Markdown.',
    tag: 'tools',
    scope: 'read',
    query: { type: 'object', properties: { version: { type: 'string' } } },
    response: { type: 'string' },
    media: 'text/markdown',
  },
  format_tools: {
    method: 'get',
    path: '/formats/{provider}',
    summary:
      'What goes to a model with one request: the tools as its provider wants them, what had to be changed for that, and instructions.',
    tag: 'tools',
    scope: 'read',
    query: {
      type: 'object',
      properties: {
        tools: { type: 'array', items: { type: 'string' }, description: 'Only these.' },
        use_tool_search_flow: {
          type: 'boolean',
          description: 'Three tools that find, describe and call the others, instead of all of them.',
        },
        strict: { type: 'boolean' },
        agent: { type: 'string' },
      },
    },
    response: {
      type: 'object',
      properties: {
        tools: {},
        changes: { type: 'array', items: { type: 'object' } },
        instructions: { type: ['string', 'null'], description: 'For the model.' },
        cache_key: { type: 'string', description: 'The same for the same answer, another for any other.' },
      },
      required: ['tools', 'changes', 'instructions', 'cache_key'],
    },
  },
  search_tools: {
    method: 'get',
    path: '/search',
    summary: 'The tools that suit a task, the best first.',
    tag: 'choice',
    scope: 'read',
    query: {
      type: 'object',
      properties: {
        q: { type: 'string', default: '' },
        category: { type: 'string' },
        type: { type: 'string', description: 'builtin, native, rest, mcp, wasm …' },
        permission: { enum: ['read_only', 'read_write', 'execute', 'admin'] },
        agent: { type: 'string' },
        limit: { type: 'integer', minimum: 1, maximum: 50, default: 10 },
      },
    },
    response: {
      type: 'object',
      properties: {
        items: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              name: { type: 'string' },
              version: { type: 'string' },
              short_description: { type: 'string' },
              category: { type: 'string' },
              score: { type: 'number' },
              matched: { type: 'array', items: { type: 'string' } },
            },
            required: ['name', 'version', 'short_description', 'category', 'score', 'matched'],
          },
        },
      },
      required: ['items'],
    },
  },
  recommend_tools: {
    method: 'post',
    path: '/recommend',
    summary: 'Tools for a task by how they suit it, how they did and what people say.',
    tag: 'choice',
    scope: 'read',
    body: {
      type: 'object',
      properties: {
        task: { type: 'string', minLength: 1, maxLength: 10_000 },
        category: { type: 'string' },
        agent: { type: 'string' },
        limit: { type: 'integer', minimum: 1, maximum: 50 },
      },
      required: ['task'],
      additionalProperties: false,
    },
    response: {
      type: 'object',
      properties: {
        task: { type: 'string' },
        recommended: { type: 'array', items: { type: 'object' } },
        left_out: { type: 'array', items: { type: 'object' } },
      },
      required: ['task', 'recommended', 'left_out'],
    },
  },
  decide_tool: {
    method: 'post',
    path: '/decide',
    summary: 'Which tool serves a task and with what, in five steps. Calls nothing.',
    tag: 'choice',
    scope: 'read',
    body: {
      type: 'object',
      properties: {
        task: { type: 'string', minLength: 1, maxLength: 10_000 },
        agent: { type: 'string' },
      },
      required: ['task'],
      additionalProperties: false,
    },
    response: {
      type: 'object',
      properties: {
        task: { type: 'string' },
        scene: { type: 'array', items: { type: 'object' } },
        intent: { type: 'array', items: { type: 'object' } },
        candidates: { type: 'array', items: { type: 'object' } },
        evaluation: { type: 'array', items: { type: 'object' } },
        left_out: { type: 'array', items: { type: 'object' } },
        choice: { type: ['object', 'null'] },
        parameters: { type: 'object' },
        missing: { type: 'array', items: { type: 'object' } },
        steps: { type: 'object' },
      },
      required: ['task', 'scene', 'intent', 'candidates', 'evaluation', 'choice', 'parameters', 'missing'],
    },
  },
} as const;
