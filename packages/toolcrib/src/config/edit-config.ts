import type { JsonValue } from '@toolcrib/core';
import { rewriteFile } from '../files/rewrite-file.ts';
import type { Path } from './config-place.ts';
import { documentLimits } from './document-limits.ts';

/**
 * Sets one entry of a configuration, or removes it, and leaves the rest of the file as it is, comments too. A file that does
 * not exist yet is created. Call it under a lock (`withLock`).
 *
 *     await editConfig('toolcrib.json', ['mcpServers', 'memory'], { command: 'mcp-server-memory' });
 *
 * @returns whether the file has changed
 */
export async function editConfig(file: string, path: Path, value: JsonValue | undefined): Promise<boolean> {
  const edit = /\.ya?ml$/iu.test(file) ? editYaml : editJson;
  const change = async (text = '{}\n'): Promise<string | undefined> => {
    const edited = await edit(text, path, value);
    return edited === text ? undefined : edited;
  };
  return rewriteFile(file, change, { maxBytes: documentLimits.bytes });
}

/** The same for a text. */
export async function editJson(text: string, path: Path, value: JsonValue | undefined): Promise<string> {
  const { applyEdits, findNodeAtLocation, modify, parseTree } = await import('jsonc-parser');
  const tree = value === undefined ? parseTree(text) : undefined;
  if (value === undefined && (tree === undefined || findNodeAtLocation(tree, [...path]) === undefined))
    return text;
  const indent = /\n([\t ]+)\S/u.exec(text)?.[1] ?? '  ';
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const formattingOptions = { insertSpaces: indent !== '\t', tabSize: indent.length, eol };
  return applyEdits(text, modify(text, [...path], value, { formattingOptions }));
}

async function editYaml(text: string, path: Path, value: JsonValue | undefined): Promise<string> {
  const { parseDocument } = await import('yaml');
  const document = parseDocument(text.trim() === '{}' ? '' : text);
  if (value === undefined && !document.hasIn(path)) return text;
  if (value === undefined) document.deleteIn(path);
  else document.setIn(path, document.createNode(value));
  return document.toString({ lineWidth: 0 });
}
