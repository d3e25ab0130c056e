import { basename } from 'node:path';
import { exitCodes } from '../exit-codes.ts';
import type { Session } from '../session.ts';

/**
 * Adds each as `openapi add` and `mcp add` do: what ends like a document is one of an API, anything else starts or is an MCP
 * server. Gives the first exit code that is no success.
 */
export async function addSources(session: Session, sources: readonly string[]): Promise<number> {
  let code: number = exitCodes.success;
  for (const source of sources) {
    const ended = await addSource(session, source);
    if (code === exitCodes.success) code = ended;
  }
  return code;
}

async function addSource(session: Session, source: string): Promise<number> {
  const { line, terminal } = session;
  const { yes = false, ...options } = line.options;
  const name = sourceName(source);
  const isDocument = /\.(?:json|ya?ml)$/iu.test(source);
  const command = isDocument ? 'openapi' : 'mcp';
  const operands = isDocument ? ['add', source] : ['add', name, ...source.split(/\s+/u)];
  const given = {
    ...options,
    ...(isDocument && { name }),
    // Without a person, and without a word given beforehand, it waits to be accepted.
    ...(yes ? { yes } : !terminal.interactive && { no: true }),
  };
  const run = isDocument
    ? (await import('../commands/openapi.ts')).openapi
    : (await import('../commands/mcp.ts')).mcp;
  return run({ ...session, line: { ...line, command, operands, options: given } });
}

/** A short name: of a document its file's, of an address its host's, of a command the program's or the package's. */
export function sourceName(source: string): string {
  const url = URL.parse(source);
  const words = source.split(/\s+/u);
  const program =
    words.find((word) => !/^(?:npx|node|uvx|python3?|-.*|\w+=.*)$/u.test(basename(word))) ?? source;
  const said = /\.(?:json|ya?ml)$/iu.test(source)
    ? basename(url?.pathname ?? source).replace(/\.[^.]+$/u, '')
    : url !== null && /^https?:$/u.test(url.protocol)
      ? (url.hostname.split('.').find((label) => !/^(?:mcp|api|www)$/u.test(label)) ?? url.hostname)
      : basename(program).replace(/\.[cm]?[jt]s$/u, '');
  const short = said.replace(/^(?:mcp-)?server-|-mcp(?:-server)?$/u, '').replaceAll(/[^\w-]/gu, '-');
  return /^[A-Za-z0-9]/u.test(short) ? short.slice(0, 32) : 'source';
}
