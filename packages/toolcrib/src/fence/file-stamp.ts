import type { BigIntStats } from 'node:fs';

/** By what a file is known again. */
export interface FileStamp {
  readonly size: bigint;
  readonly modified: bigint;
  readonly inode: bigint;
}

export function stampOf({ size, mtimeNs, ino }: BigIntStats): FileStamp {
  return { size, modified: mtimeNs, inode: ino };
}

export function isSameStamp(one: FileStamp, other: FileStamp): boolean {
  return one.size === other.size && one.modified === other.modified && one.inode === other.inode;
}
