import { compileSchema, type CallRecord, type JsonSchemaObject } from '@toolcrib/core';

const text = { type: 'string' } as const;
const count = { type: 'number', minimum: 0 } as const;
const anything = {};

const properties: { readonly [Key in keyof CallRecord]-?: JsonSchemaObject } = {
  callId: text,
  givenId: text,
  parentCallId: text,
  requestId: text,
  replayOf: text,
  task: text,
  time: { ...count, maximum: 8.64e15 },
  agent: text,
  tool: text,
  version: text,
  arguments: anything,
  status: { enum: ['success', 'error', 'blocked'] },
  output: anything,
  error: text,
  errorCode: text,
  errorType: text,
  errorData: anything,
  stack: text,
  causes: {
    type: 'array',
    items: { type: 'object', properties: { type: text, message: text }, required: ['type', 'message'] },
  },
  station: text,
  rule: text,
  risk: { enum: ['low', 'medium', 'high'] },
  approvedBy: text,
  approvalId: text,
  grantId: text,
  sandbox: text,
  executionTimeMs: count,
  usage: {
    type: 'object',
    properties: { source: text, cpuMs: count, memoryBytes: count },
    required: ['source', 'cpuMs'],
  },
  attempts: count,
  outcomeUnknown: { type: 'boolean' },
  imported: { type: 'boolean' },
};

const required = [
  'callId',
  'time',
  'tool',
  'status',
  'causes',
  'executionTimeMs',
  'attempts',
  'outcomeUnknown',
];

const { validate } = compileSchema({ type: 'object', properties, required });

/** A record as another store says it is: only what a record has, each part of its type. Undefined when it is none. */
export function parseForeignRecord(line: string): CallRecord | undefined {
  try {
    const value = JSON.parse(line) as CallRecord;
    if (validate(value) !== undefined) return undefined;
    const known = Object.keys(properties) as (keyof CallRecord)[];
    return Object.fromEntries(known.map((key) => [key, value[key]])) as object as CallRecord;
  } catch {
    return undefined;
  }
}
