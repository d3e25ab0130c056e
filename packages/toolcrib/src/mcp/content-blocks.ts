import type { ContentBlock } from '@modelcontextprotocol/server';
import { isObject } from '../connectors/json-object.ts';

/** What a tool of another server has answered with more than text: `{ content: [ … ] }`, all of it what the protocol knows. */
export function contentOf(output: unknown): ContentBlock[] | undefined {
  if (!isObject(output) || Object.keys(output).length !== 1) return undefined;
  return blocksOf(output['content']);
}

/** A list of blocks; undefined when there is anything else in it. */
export function blocksOf(value: unknown): ContentBlock[] | undefined {
  const isList = Array.isArray(value) && value.length > 0 && value.every(isBlock);
  return isList ? (value as ContentBlock[]) : undefined;
}

function isBlock(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { type, text, data, mimeType, resource, uri, name } = value;
  switch (type) {
    case 'text':
      return typeof text === 'string';
    case 'image':
    case 'audio':
      return isBase64(data) && typeof mimeType === 'string';
    case 'resource':
      return isObject(resource) && typeof resource['uri'] === 'string' && hasContents(resource);
    case 'resource_link':
      return typeof uri === 'string' && typeof name === 'string';
    default:
      return false;
  }
}

function hasContents({ text, blob }: { readonly [key: string]: unknown }): boolean {
  return typeof text === 'string' || isBase64(blob);
}

function isBase64(value: unknown): boolean {
  return typeof value === 'string' && /^[A-Za-z0-9+/]*={0,2}$/u.test(value);
}
