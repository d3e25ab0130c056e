/** Numbers of WASI preview 1, as far as they are used here. */

export const errno = {
  success: 0,
  badf: 8,
  fault: 21,
  fbig: 22,
  inval: 28,
  isdir: 31,
  mfile: 33,
  noent: 44,
  nosys: 52,
  notdir: 54,
  rofs: 69,
  spipe: 70,
  notcapable: 76,
} as const;

export const fileTypes = { stream: 2, folder: 3, file: 4 } as const;

/** Bits of what may be done with a descriptor. */
export const rights: Readonly<Record<'read' | 'write' | 'reading', bigint>> = {
  read: 1n << 1n,
  write: 1n << 6n,
  /** fd_read, fd_seek, fd_tell, path_open, fd_readdir, path_filestat_get, fd_filestat_get. */
  reading: (1n << 1n) | (1n << 2n) | (1n << 5n) | (1n << 13n) | (1n << 14n) | (1n << 18n) | (1n << 21n),
};

/** O_CREAT, O_EXCL, O_TRUNC. */
export const changingFlags: number = 1 | 4 | 8;
/** O_DIRECTORY. */
export const folderFlag = 2;
