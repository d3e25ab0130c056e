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

const bit = (number: number): bigint => 1n << BigInt(number);

export const rights = {
  read: bit(1),
  write: bit(6),
  /** fd_read, fd_seek, fd_tell, path_open, fd_readdir, path_filestat_get, fd_filestat_get. */
  reading: bit(1) | bit(2) | bit(5) | bit(13) | bit(14) | bit(18) | bit(21),
} as const;

/** O_CREAT, O_EXCL, O_TRUNC. */
export const changingFlags: number = 1 | 4 | 8;
/** O_DIRECTORY. */
export const folderFlag = 2;
