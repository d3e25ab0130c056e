import type { RecordLine } from './record-line.ts';

/** Lines on their way to another thread: a list for each field, because thousands of objects take longer to copy than their texts. */
export type PackedLines = { readonly [Field in Packed]-?: readonly RecordLine[Field][] };

/** Whether a call had a start record matters only to who writes it. */
type Packed = Exclude<keyof RecordLine, 'isStarted'>;

export function packLines(lines: readonly RecordLine[]): PackedLines {
  const all = <Field extends Packed>(field: Field): RecordLine[Field][] => lines.map((line) => line[field]);
  return {
    text: all('text'),
    outputBytes: all('outputBytes'),
    callId: all('callId'),
    givenId: all('givenId'),
    parentCallId: all('parentCallId'),
    time: all('time'),
    tool: all('tool'),
    version: all('version'),
    agent: all('agent'),
    status: all('status'),
    task: all('task'),
    errorCode: all('errorCode'),
    executionTimeMs: all('executionTimeMs'),
    startId: all('startId'),
  };
}

export function unpackLines(packed: PackedLines): RecordLine[] {
  const { text, outputBytes, callId, parentCallId, time, tool, version, agent, status, errorCode } = packed;
  // Every list has as many entries as the others.
  const at = <Value>(values: readonly Value[], index: number): Value => values[index] as Value;
  return text.map((own, index) => ({
    text: own,
    outputBytes: at(outputBytes, index),
    callId: at(callId, index),
    givenId: at(packed.givenId, index),
    parentCallId: at(parentCallId, index),
    time: at(time, index),
    tool: at(tool, index),
    version: at(version, index),
    agent: at(agent, index),
    status: at(status, index),
    task: at(packed.task, index),
    errorCode: at(errorCode, index),
    executionTimeMs: at(packed.executionTimeMs, index),
    startId: at(packed.startId, index),
  }));
}
