import type { CallRecord } from '../history/record.ts';

/** A record of a call that went well, with what a test wants to be different. */
export function sampleRecord(changes: Partial<CallRecord> = {}): CallRecord {
  return {
    callId: '1',
    parentCallId: undefined,
    requestId: undefined,
    replayOf: undefined,
    task: undefined,
    time: 0,
    agent: undefined,
    tool: 'Read',
    version: '1.0.0',
    arguments: {},
    status: 'success',
    output: undefined,
    error: undefined,
    errorCode: undefined,
    errorType: undefined,
    errorData: undefined,
    stack: undefined,
    causes: [],
    station: undefined,
    rule: undefined,
    risk: undefined,
    approvedBy: undefined,
    approvalId: undefined,
    grantId: undefined,
    sandbox: undefined,
    executionTimeMs: 1,
    usage: undefined,
    attempts: 1,
    outcomeUnknown: false,
    ...changes,
  };
}

/** So many records of the same kind. */
export function sampleRecords(count: number, changes: Partial<CallRecord> = {}): CallRecord[] {
  return Array.from({ length: count }, () => sampleRecord(changes));
}
