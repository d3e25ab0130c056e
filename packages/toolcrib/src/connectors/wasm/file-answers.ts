import { readdirSync } from 'node:fs';
import { holdFolder } from '../../fence/held-folder.ts';
import { partsOf } from '../../fence/locate.ts';
import { createProjectFiles, type Place, type ProjectFiles } from '../../fence/project-files.ts';
import type { FileAnswer, FileQuestion, FolderEntry } from './frames.ts';

export interface FileReply {
  readonly head: FileAnswer;
  readonly body?: Uint8Array | undefined;
}

const mostEntries = 10_000;

/**
 * Answers what a plugin asks about the folders that it was granted. Each folder is a project of its own: a path that leads out
 * of it, by steps or by links, leads nowhere.
 */
export function createFileAnswers(
  project: ProjectFiles,
  folders: readonly string[],
  { maxBytes }: { readonly maxBytes: number },
): (question: FileQuestion) => FileReply {
  const roots = new Map<number, ProjectFiles>();
  const rootOf = (folder: number): ProjectFiles => {
    const known = roots.get(folder);
    if (known !== undefined) return known;
    const name = folders[folder];
    if (name === undefined) throw new RangeError(`no folder ${folder}`);
    const root = createProjectFiles({ root: project.locate(name, 'read').path });
    roots.set(folder, root);
    return root;
  };
  return ({ what, folder, path }) => {
    try {
      const files = rootOf(folder);
      const place = files.locate(path === '' ? '.' : path, 'read');
      if (place.kind === 'missing') return { head: { kind: 'missing' } };
      if (place.kind === 'directory')
        return {
          head: { kind: 'folder', ...(what === 'list' && { entries: entriesOf(files.root, place) }) },
        };
      const { content, stamp } = files.glance(path, what === 'open' ? maxBytes : 0);
      if (what === 'open' && content === undefined) return { head: { kind: 'too_large' } };
      return {
        head: { kind: 'file', size: Number(stamp.size) },
        body: what === 'open' ? content : undefined,
      };
    } catch {
      return { head: { kind: 'refused' } };
    }
  };
}

function entriesOf(root: string, place: Place): FolderEntry[] {
  const held = holdFolder(root, { parts: partsOf(root, place.path), make: false });
  try {
    return readdirSync(held.at('.'), { withFileTypes: true })
      .slice(0, mostEntries)
      .map((entry) => ({ name: entry.name, folder: entry.isDirectory() }));
  } finally {
    held.close();
  }
}
