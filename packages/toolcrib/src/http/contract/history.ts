export const historyOperations = {
  list_history: {
    method: 'get',
    path: '/history',
    summary: 'The recorded calls, newest first.',
    tag: 'history',
    scope: 'read',
    isLarge: true,
    query: {
      type: 'object',
      properties: {
        tool: { type: 'string' },
        agent: { type: 'string' },
        status: { enum: ['success', 'error', 'blocked', 'unknown'] },
        since: { type: 'string', description: 'A time as ISO 8601 writes it.' },
        until: { type: 'string' },
        given_id: { type: 'string', description: "The caller's own id." },
        parent_call_id: { type: 'string' },
        text: { type: 'string', description: 'Text anywhere in the record.' },
        limit: { type: 'integer', minimum: 1, maximum: 1000, default: 50 },
        cursor: { type: 'string', description: 'The `next` of the page before.' },
      },
    },
    response: {
      type: 'object',
      properties: {
        items: { type: 'array', items: { $ref: '#/components/schemas/Record' } },
        running: {
          type: 'array',
          description: 'On the first page, the calls that were recorded before they ran and have not ended.',
          items: { $ref: '#/components/schemas/RunningCall' },
        },
        next: {
          type: ['string', 'null'],
          description: 'Where to go on. A page ends early when it would be too large.',
        },
      },
      required: ['items', 'running', 'next'],
    },
  },
  get_record: {
    method: 'get',
    path: '/history/{call_id}',
    summary:
      'One recorded call: by its key, or by the id that its caller gave it. Where that means several, the problem names them.',
    tag: 'history',
    scope: 'read',
    isLarge: true,
    query: {
      type: 'object',
      properties: { hash: { type: 'string', description: 'The hash of the record that is meant.' } },
    },
    response: { $ref: '#/components/schemas/Record' },
  },
  explain_replay: {
    method: 'post',
    path: '/history/{call_id}/replay/explain',
    summary: 'Whose call it was, what a replay would run, and with whose rights. Calls nothing.',
    tag: 'history',
    scope: 'read',
    isLarge: true,
    body: {
      type: 'object',
      properties: {
        hash: { type: 'string', description: 'The hash of the record that is meant.' },
        arguments: { type: 'object', description: 'In place of those in the record.' },
        latest: { type: 'boolean', description: 'The default version instead of the recorded one.' },
      },
      additionalProperties: false,
    },
    response: {
      type: 'object',
      properties: {
        record: { $ref: '#/components/schemas/Record' },
        recorded_permission: {
          type: ['string', 'null'],
          description: 'The level that the agent of the record holds today.',
        },
        replay: { $ref: '#/components/schemas/Explanation' },
      },
      required: ['record', 'recorded_permission', 'replay'],
    },
  },
  replay_call: {
    method: 'post',
    path: '/history/{call_id}/replay',
    summary:
      'Makes a recorded call again, with the rights of whoever calls now: the record whose hash is given, and no other.',
    tag: 'history',
    scope: 'call',
    body: {
      type: 'object',
      properties: {
        hash: { type: 'string', description: 'The hash of the record, as it was shown.' },
        as: {
          type: 'string',
          description: 'The agent that the replay runs as. Needed where somebody else made the call.',
        },
        arguments: { type: 'object', description: 'In place of those in the record.' },
        latest: { type: 'boolean', description: 'The default version instead of the recorded one.' },
      },
      required: ['hash'],
      additionalProperties: false,
    },
    response: { $ref: '#/components/schemas/CallResult' },
  },
  export_history: {
    method: 'get',
    path: '/export',
    summary: 'Every recorded call that passes, newest first, as JSON, JSON lines or CSV.',
    tag: 'history',
    scope: 'read',
    isLarge: true,
    query: {
      type: 'object',
      properties: {
        format: { enum: ['json', 'jsonl', 'csv'], default: 'json' },
        tool: { type: 'string' },
        agent: { type: 'string' },
        status: { enum: ['success', 'error', 'blocked', 'unknown'] },
        since: { type: 'string' },
        until: { type: 'string' },
        given_id: { type: 'string' },
        parent_call_id: { type: 'string' },
        text: { type: 'string' },
      },
    },
    response: { type: 'array', items: { $ref: '#/components/schemas/Record' } },
    otherMedia: ['application/jsonl', 'text/csv'],
  },
  get_statistics: {
    method: 'get',
    path: '/statistics',
    summary:
      'How often tools were called, how that ended and how long it took; the last seven days unless said otherwise.',
    tag: 'history',
    scope: 'read',
    query: {
      type: 'object',
      properties: {
        tool: { type: 'string' },
        agent: { type: 'string' },
        by: { enum: ['tool', 'version', 'agent'], default: 'tool' },
        since: { type: 'string' },
        until: { type: 'string' },
      },
    },
    response: {
      type: 'object',
      properties: {
        since: { type: 'string' },
        until: { type: 'string' },
        items: { type: 'array', items: { $ref: '#/components/schemas/Statistics' } },
      },
      required: ['since', 'until', 'items'],
    },
  },
  get_statistics_series: {
    method: 'get',
    path: '/statistics/series',
    summary:
      'The same figures step by step of the period, at most 31 steps: those of one tool or agent, or of all calls together.',
    tag: 'history',
    scope: 'read',
    query: {
      type: 'object',
      properties: {
        tool: { type: 'string' },
        agent: { type: 'string' },
        since: { type: 'string' },
        until: { type: 'string' },
      },
    },
    response: {
      type: 'object',
      properties: {
        since: { type: 'string' },
        until: { type: 'string' },
        step_ms: { type: 'number' },
        items: { type: 'array', items: { $ref: '#/components/schemas/StatisticsStep' } },
      },
      required: ['since', 'until', 'step_ms', 'items'],
    },
  },
  get_advice: {
    method: 'get',
    path: '/advice',
    summary: 'What the statistics suggest to do.',
    tag: 'history',
    scope: 'read',
    isLarge: true,
    people: true,
    query: {
      type: 'object',
      properties: { since: { type: 'string' }, until: { type: 'string' } },
    },
    response: {
      type: 'object',
      properties: { items: { type: 'array', items: { $ref: '#/components/schemas/Advice' } } },
      required: ['items'],
    },
  },
} as const;
