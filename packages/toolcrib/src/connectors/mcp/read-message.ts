import type { JSONRPCMessage } from '@modelcontextprotocol/client';
import { isObject } from '../json-object.ts';

/** Undefined for what is no message. What is inside one the library looks at, before it does anything with it. */
export function readMessage(line: string): JSONRPCMessage | undefined {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return undefined;
  }
  if (!isObject(value) || value['jsonrpc'] !== '2.0') return undefined;
  const { method, result, error } = value;
  return typeof method === 'string' || isObject(result) || isObject(error)
    ? (value as unknown as JSONRPCMessage)
    : undefined;
}
