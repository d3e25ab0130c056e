import { lstatSync, readFileSync } from 'node:fs';
import type { JsonValue } from '@toolcrib/core';
import { isPlaceholder, replaceFile } from '../connectors/replace-file.ts';
import type { Path } from './config-place.ts';

/**
 * Sets one entry of a configuration, or removes it, and leaves the rest of the file as it is, comments too. A file that is
 * not there yet is made.
 *
 *     await editConfig('toolcrib.json', ['mcpServers', 'memory'], { command: 'mcp-server-memory' });
 */
export async function editConfig(file: string, path: Path, value: JsonValue | undefined): Promise<void> {
  const stats = isPlaceholder(file) ? undefined : lstatSync(file, { throwIfNoEntry: false });
  const text = stats === undefined ? '{}\n' : readFileSync(file, 'utf8');
  const edited = /\.ya?ml$/iu.test(file)
    ? await editYaml(text, path, value)
    : await editJson(text, path, value);
  replaceFile(file, edited, { mode: (stats?.mode ?? 0o644) & 0o777 });
}

/** The same for a text. */
export async function editJson(text: string, path: Path, value: JsonValue | undefined): Promise<string> {
  const { applyEdits, modify } = await import('jsonc-parser');
  const indent = /\n([\t ]+)\S/u.exec(text)?.[1] ?? '  ';
  const formattingOptions = { insertSpaces: indent !== '\t', tabSize: indent.length, eol: '\n' };
  return applyEdits(text, modify(text, [...path], value, { formattingOptions }));
}

async function editYaml(text: string, path: Path, value: JsonValue | undefined): Promise<string> {
  const { parseDocument } = await import('yaml');
  const document = parseDocument(text.trim() === '{}' ? '' : text);
  if (value === undefined) document.deleteIn(path);
  else document.setIn(path, document.createNode(value));
  return document.toString({ lineWidth: 0 });
}
