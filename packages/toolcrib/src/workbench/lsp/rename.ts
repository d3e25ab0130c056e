import { fileURLToPath } from 'node:url';
import type { FileStamp } from '../../fence/project-files.ts';
import type { Bench } from '../bench.ts';
import { failure } from '../failure.ts';
import { decodeText, encodeText } from '../text-encoding.ts';
import type { Position, TextEdit, WorkspaceEdit } from './protocol.ts';

export interface RenamedFile {
  readonly path: string;
  readonly edits: number;
}

interface PlannedFile extends RenamedFile {
  readonly stamp: FileStamp;
  readonly before: Buffer;
  readonly after: Buffer;
}

export interface RenameOptions {
  readonly bench: Bench;
  readonly signal: AbortSignal;
  /** Whether a file is still what it was when the server worked the edits out. */
  readonly isUnchanged: (path: string) => boolean;
}

/** Writes a rename, all of it or nothing: every file is worked out and judged before the first one is written. */
export async function applyRename(edit: WorkspaceEdit, options: RenameOptions): Promise<RenamedFile[]> {
  const { bench, signal } = options;
  const planned = await planRename(edit, options);
  const written: { readonly path: string; readonly before: Buffer; readonly stamp: FileStamp }[] = [];
  try {
    for (const { path, before, after, stamp } of planned) {
      const replaced = await bench.files.replace(path, after, { expected: stamp, signal });
      written.push({ path, before, stamp: replaced.stamp });
    }
  } catch (error) {
    // What somebody has changed since then stays as that person wants it.
    for (const { path, before, stamp } of written)
      await bench.files.replace(path, before, { expected: stamp }).catch(() => undefined);
    throw error;
  }
  return planned.map(({ path, edits }) => ({ path, edits }));
}

/** What would be written, and where; refuses what cannot be. */
export async function planRename(
  edit: WorkspaceEdit,
  options: RenameOptions,
): Promise<readonly PlannedFile[]> {
  const planned = [];
  for (const [uri, edits] of editsByFile(edit, options.bench)) planned.push(await plan(uri, edits, options));
  return planned;
}

async function plan(
  uri: string,
  edits: readonly TextEdit[],
  { bench, isUnchanged }: RenameOptions,
): Promise<PlannedFile> {
  const { relative: path } = bench.files.locate(pathOf(uri, bench), 'write');
  const { handle, stamp } = await bench.files.open(path);
  try {
    const before = await handle.readFile();
    if (!isUnchanged(path)) throw failure('LSP', 'changed_meanwhile', { path }, bench);
    const decoded = decodeText(before);
    if (decoded === undefined) throw failure('LSP', 'not_text', { path }, bench);
    const after = encodeText({ ...decoded, text: applyEdits(decoded.text, edits) });
    return { path, edits: edits.length, stamp, before, after };
  } finally {
    await handle.close();
  }
}

function pathOf(uri: string, bench: Bench): string {
  try {
    return fileURLToPath(uri);
  } catch {
    throw failure('LSP', 'moves_files', {}, bench);
  }
}

function editsByFile(
  { changes, documentChanges }: WorkspaceEdit,
  bench: Bench,
): Map<string, readonly TextEdit[]> {
  const files = new Map<string, readonly TextEdit[]>(Object.entries(changes ?? {}));
  for (const { kind, textDocument, edits } of documentChanges ?? []) {
    // Creating, moving and deleting files was not asked for.
    if (kind !== undefined || textDocument === undefined) throw failure('LSP', 'moves_files', {}, bench);
    files.set(textDocument.uri, [...(files.get(textDocument.uri) ?? []), ...(edits ?? [])]);
  }
  return files;
}

/** From the end to the beginning, so that no edit moves the place of another. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  // A line ends as the protocol says: with CR and LF, or with one of them.
  const starts = [0, ...Array.from(text.matchAll(/\r\n|\n|\r/gu), ({ 0: end, index }) => index + end.length)];
  const offset = ({ line, character }: Position): number =>
    Math.min((starts[line] ?? text.length) + character, text.length);
  return edits
    .map(({ range, newText }) => ({ start: offset(range.start), end: offset(range.end), newText }))
    .toSorted((one, other) => other.start - one.start)
    .reduce(
      (changed, { start, end, newText }) => changed.slice(0, start) + newText + changed.slice(end),
      text,
    );
}
