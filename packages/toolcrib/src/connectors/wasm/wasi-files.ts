import type { FileAnswer, FileQuestion, FolderEntry, Frame } from './frames.ts';
import type { GuestMemory } from './guest-memory.ts';
import { changingFlags, errno, fileTypes, folderFlag, rights } from './wasi-numbers.ts';

/** Something that the plugin has open: a folder, or a file whose content was handed in as a whole. */
type Open =
  | { readonly kind: 'folder'; readonly folder: number; readonly path: string; readonly granted: boolean }
  | { readonly kind: 'file'; readonly content: Uint8Array; position: number };

interface Opening {
  readonly path: number;
  readonly length: number;
  readonly flags: number;
  readonly wanted: bigint;
  readonly at: number;
}

/** The first descriptor after the standard streams. */
const first = 3;
const mostOpen = 256;

/**
 * Folders of the project that a person has granted, to be read. Nothing is opened here: those outside are asked, who know
 * where a path really leads, and hand in what may be seen.
 */
export class WasiFiles {
  readonly #memory: GuestMemory;
  readonly #folders: readonly string[];
  readonly #ask: (question: FileQuestion) => Frame<FileAnswer>;
  readonly #open = new Map<number, Open>();

  constructor(
    memory: GuestMemory,
    folders: readonly string[],
    ask: (question: FileQuestion) => Frame<FileAnswer>,
  ) {
    this.#memory = memory;
    this.#folders = folders;
    this.#ask = ask;
    for (const folder of folders.keys())
      this.#open.set(first + folder, { kind: 'folder', folder, path: '', granted: true });
  }

  granted(descriptor: number, at: number): number {
    const name = this.#grantedName(descriptor);
    if (name === undefined) return errno.badf;
    this.#memory.setU32(at, 0);
    this.#memory.setU32(at + 4, name.length);
    return errno.success;
  }

  grantedName(descriptor: number, at: number, length: number): number {
    const name = this.#grantedName(descriptor);
    if (name === undefined) return errno.badf;
    if (length < name.length) return errno.inval;
    this.#memory.bytes(at, name.length).set(name);
    return errno.success;
  }

  open(descriptor: number, { path, length, flags, wanted, at }: Opening): number {
    const folder = this.#open.get(descriptor);
    if (folder?.kind !== 'folder') return folder === undefined ? errno.badf : errno.notdir;
    if ((flags & changingFlags) !== 0 || (wanted & rights.write) !== 0n) return errno.rofs;
    if (this.#open.size >= mostOpen) return errno.mfile;
    const inside = join(folder.path, this.#memory.text(path, length));
    const { head, body } = this.#ask({ what: 'open', folder: folder.folder, path: inside });
    if (head.kind === 'file' && (flags & folderFlag) !== 0) return errno.notdir;
    if (head.kind === 'file')
      this.#memory.setU32(at, this.#add({ kind: 'file', content: body, position: 0 }));
    else if (head.kind === 'folder')
      this.#memory.setU32(
        at,
        this.#add({ kind: 'folder', folder: folder.folder, path: inside, granted: false }),
      );
    else return refusals[head.kind];
    return errno.success;
  }

  lookAt(descriptor: number, path: number, length: number, at: number): number {
    const folder = this.#open.get(descriptor);
    if (folder?.kind !== 'folder') return folder === undefined ? errno.badf : errno.notdir;
    const inside = join(folder.path, this.#memory.text(path, length));
    const { head } = this.#ask({ what: 'look', folder: folder.folder, path: inside });
    if (head.kind !== 'file' && head.kind !== 'folder') return refusals[head.kind];
    return this.#writeLook(at, head.kind, head.kind === 'file' ? head.size : 0);
  }

  look(descriptor: number, at: number): number {
    const open = this.#open.get(descriptor);
    if (open === undefined) return errno.badf;
    return this.#writeLook(at, open.kind, open.kind === 'file' ? open.content.length : 0);
  }

  status(descriptor: number, at: number): number {
    const open = this.#open.get(descriptor);
    if (open === undefined) return errno.badf;
    return writeStatus(this.#memory, at, fileTypes[open.kind], rights.reading);
  }

  read(descriptor: number, pieces: readonly Uint8Array[], at: number): number {
    const open = this.#open.get(descriptor);
    if (open?.kind !== 'file') return open === undefined ? errno.badf : errno.isdir;
    const length = copyInto(pieces, open.content.subarray(open.position));
    open.position += length;
    this.#memory.setU32(at, length);
    return errno.success;
  }

  readAt(descriptor: number, pieces: readonly Uint8Array[], offset: bigint, at: number): number {
    const open = this.#open.get(descriptor);
    if (open?.kind !== 'file') return open === undefined ? errno.badf : errno.isdir;
    const from = Number(offset < BigInt(open.content.length) ? offset : BigInt(open.content.length));
    this.#memory.setU32(at, copyInto(pieces, open.content.subarray(from)));
    return errno.success;
  }

  /** `whence` is from the beginning, from here, or from the end. */
  seek(descriptor: number, offset: bigint, whence: number, at: number): number {
    const open = this.#open.get(descriptor);
    if (open?.kind !== 'file') return open === undefined ? errno.badf : errno.isdir;
    const base = [0, open.position, open.content.length][whence];
    const position = (base ?? -1) + Number(BigInt.asIntN(64, offset));
    if (base === undefined || position < 0 || !Number.isSafeInteger(position)) return errno.inval;
    open.position = position;
    this.#memory.setU64(at, BigInt(position));
    return errno.success;
  }

  /** As many entries as fit; the cookie tells how many were seen before. */
  list(descriptor: number, at: number, length: number, cookie: bigint, used: number): number {
    const open = this.#open.get(descriptor);
    if (open?.kind !== 'folder') return open === undefined ? errno.badf : errno.notdir;
    const { head } = this.#ask({ what: 'list', folder: open.folder, path: open.path });
    if (head.kind !== 'folder') return head.kind === 'file' ? errno.notdir : refusals[head.kind];
    const entries = (head.entries ?? []).map(toDirectoryEntry);
    const seen = entries.slice(Number(cookie < BigInt(entries.length) ? cookie : BigInt(entries.length)));
    const content = Buffer.concat(seen).subarray(0, length);
    this.#memory.bytes(at, content.length).set(content);
    this.#memory.setU32(used, content.length);
    return errno.success;
  }

  close(descriptor: number): number {
    return this.#open.delete(descriptor) ? errno.success : errno.badf;
  }

  #add(open: Open): number {
    let descriptor = first;
    while (this.#open.has(descriptor)) descriptor++;
    this.#open.set(descriptor, open);
    return descriptor;
  }

  #grantedName(descriptor: number): Uint8Array | undefined {
    const open = this.#open.get(descriptor);
    const name = open?.kind === 'folder' && open.granted ? this.#folders[open.folder] : undefined;
    return name === undefined ? undefined : new TextEncoder().encode(name);
  }

  #writeLook(at: number, kind: Open['kind'], size: number): number {
    this.#memory.bytes(at, 64).fill(0);
    this.#memory.setU8(at + 16, fileTypes[kind]);
    this.#memory.setU64(at + 24, 1n);
    this.#memory.setU64(at + 32, BigInt(size));
    return errno.success;
  }
}

export function writeStatus(memory: GuestMemory, at: number, type: number, right: bigint): number {
  memory.bytes(at, 24).fill(0);
  memory.setU8(at, type);
  memory.setU64(at + 8, right);
  memory.setU64(at + 16, right);
  return errno.success;
}

const refusals = {
  missing: errno.noent,
  refused: errno.notcapable,
  too_large: errno.fbig,
} as const;

function join(folder: string, path: string): string {
  return folder === '' ? path : `${folder}/${path}`;
}

function copyInto(pieces: readonly Uint8Array[], content: Uint8Array): number {
  let copied = 0;
  for (const piece of pieces) {
    const part = content.subarray(copied, copied + piece.length);
    piece.set(part);
    copied += part.length;
  }
  return copied;
}

function toDirectoryEntry({ name, folder }: FolderEntry, index: number): Buffer {
  const text = Buffer.from(name);
  const entry = Buffer.alloc(24 + text.length);
  entry.writeBigUInt64LE(BigInt(index + 1), 0);
  entry.writeUInt32LE(text.length, 16);
  entry.writeUInt8(folder ? fileTypes.folder : fileTypes.file, 20);
  entry.set(text, 24);
  return entry;
}
