import { fileURLToPath } from 'node:url';
import type { Bench } from '../bench.ts';
import { failure } from '../failure.ts';
import type { TextEdit, WorkspaceEdit } from './protocol.ts';

export interface RenamedFile {
  readonly path: string;
  readonly edits: number;
}

/** Writes a rename: every file is worked out and judged before the first one is written. */
export async function applyRename(edit: WorkspaceEdit, bench: Bench): Promise<RenamedFile[]> {
  const planned = [];
  for (const [uri, edits] of editsByFile(edit, bench)) {
    const path = fileURLToPath(uri);
    bench.files.locate(path, 'write');
    const { handle, place, stamp } = await bench.files.open(path);
    try {
      const text = await handle.readFile('utf8');
      planned.push({
        path: place.path,
        relative: place.relative,
        stamp,
        edits,
        text: applyEdits(text, edits),
      });
    } finally {
      await handle.close();
    }
  }
  for (const { path, text, stamp } of planned) {
    await bench.files.replace(path, Buffer.from(text), { expected: stamp });
  }
  return planned.map(({ relative, edits }) => ({ path: relative, edits: edits.length }));
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
function applyEdits(text: string, edits: readonly TextEdit[]): string {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  const offset = ({ line, character }: TextEdit['range']['start']): number =>
    Math.min((starts[line] ?? text.length) + character, text.length);
  return edits
    .map(({ range, newText }) => ({ start: offset(range.start), end: offset(range.end), newText }))
    .toSorted((one, other) => other.start - one.start)
    .reduce(
      (changed, { start, end, newText }) => changed.slice(0, start) + newText + changed.slice(end),
      text,
    );
}
