import { realpathSync } from 'node:fs';
import { dirname, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Fetch } from '@toolcrib/core';
import { FileFault, toFileFault } from '../../files/file-fault.ts';
import { decodeText, readRegularFile } from '../../files/read-regular-file.ts';
import { isObject } from '../json-object.ts';
import { addressOf, Documents, type ReadFile } from './documents.ts';
import { documentLimits } from './document-limits.ts';
import { OversizeProblem, parseText } from './parse-text.ts';

export interface ReadOptions {
  readonly fetch: Fetch;
  readonly signal: AbortSignal;
}

/** An address answered with something else than the document. */
export class AnswerProblem extends Error {
  readonly status: number;
  readonly location: string | undefined;

  constructor(status: number, location: string | undefined) {
    super(`status ${status}`);
    this.status = status;
    this.location = location;
  }
}

/**
 * Reads a document and every file that it refers to: from its own folder when it is a file, from its own origin when it is an
 * address. Anything else stays unread, and what needs it is left out later.
 */
export async function readDocument(document: string, options: ReadOptions): Promise<Documents> {
  const root = /^https?:/iu.test(document) ? new URL(document) : pathToFileURL(document);
  root.hash = '';
  const allows = allowedBeside(root);
  const budget = { bytes: documentLimits.bytes, values: documentLimits.values };
  const files = new Map<string, ReadFile>();
  const waiting = [root.href];
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    if (files.has(next)) continue;
    if (files.size >= documentLimits.files) throw new OversizeProblem();
    const file = await readOne(next);
    files.set(next, file);
    if ('value' in file) waiting.push(...measure(file.value, next, budget));
  }
  return new Documents(root.href, files);

  async function readOne(address: string): Promise<ReadFile> {
    if (address !== root.href && !allows(address)) return { refused: 'outside' };
    try {
      const text = await readText(new URL(address), budget, options);
      return { value: await parseText(text) };
    } catch (error) {
      options.signal.throwIfAborted();
      if (address === root.href || error instanceof OversizeProblem) throw error;
      return { refused: 'unreadable' };
    }
  }
}

/** Links are followed before the check: one in the folder may lead out of it. */
function allowedBeside(root: URL): (address: string) => boolean {
  if (root.protocol !== 'file:') return (address) => URL.parse(address)?.origin === root.origin;
  const folder = dirname(realPathOf(fileURLToPath(root)));
  return (address) => {
    try {
      const path = realpathSync(fileURLToPath(address));
      return path.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`);
    } catch {
      // Not a file, or not there. What is not there cannot be read from anywhere else either.
      return address.startsWith('file:') && address.startsWith(new URL('.', root).href);
    }
  };
}

function realPathOf(file: string): string {
  try {
    return realpathSync(file);
  } catch (error) {
    throw toFileFault(file, error, 'file_unreadable');
  }
}

interface Budget {
  bytes: number;
  values: number;
}

async function readText(address: URL, budget: Budget, options: ReadOptions): Promise<string> {
  if (address.protocol === 'file:') return readFileText(fileURLToPath(address), budget);
  const pieces: Uint8Array[] = [];
  for await (const piece of answerBytes(address, options)) {
    budget.bytes -= piece.length;
    if (budget.bytes < 0) throw new OversizeProblem();
    pieces.push(piece);
  }
  return decodeText(address.href, Buffer.concat(pieces));
}

function readFileText(path: string, budget: Budget): string {
  try {
    const bytes = readRegularFile(path, { maxBytes: budget.bytes });
    budget.bytes -= bytes.length;
    return decodeText(path, bytes);
  } catch (error) {
    if (error instanceof FileFault && error.code === 'file_too_large') throw new OversizeProblem();
    throw error;
  }
}

/** A redirect is told and not followed: whoever named the address has not named the other one. */
async function* answerBytes(address: URL, { fetch, signal }: ReadOptions): AsyncGenerator<Uint8Array> {
  const headers = new Headers({ accept: 'application/json, application/yaml;q=0.9, */*;q=0.5' });
  const response = await fetch(address, { method: 'GET', headers, signal, redirect: 'manual' });
  if (!response.ok) {
    response.body?.cancel().catch(() => undefined);
    throw new AnswerProblem(response.status, response.headers.get('location') ?? undefined);
  }
  for await (const piece of response.body ?? []) yield piece;
}

/** Counts what a file holds, so that no later walk is too long, and gives the other files that it refers to. */
function measure(value: unknown, file: string, budget: Budget): ReadonlySet<string> {
  const others = new Set<string>();
  const waiting: [unknown, number][] = [[value, 0]];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [part, depth] = next;
    if (--budget.values < 0 || depth > documentLimits.depth) throw new OversizeProblem();
    if (typeof part !== 'object' || part === null) continue;
    const reference: unknown = isObject(part) ? part['$ref'] : undefined;
    if (typeof reference === 'string' && !reference.startsWith('#'))
      others.add(addressOf(reference, file).file);
    for (const key in part) waiting.push([(part as { [key: string]: unknown })[key], depth + 1]);
  }
  others.delete(file);
  return others;
}
