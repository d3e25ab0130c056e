import { errno } from './wasi-numbers.ts';

/** The module that everything of WASI preview 1 is imported from. */
export const wasiModule = 'wasi_snapshot_preview1';

/** What is there to be imported and always answers the same: it needs a permission that nobody can give. */
export const refusedFunctions: Readonly<Record<string, number>> = {
  fd_advise: errno.badf,
  fd_allocate: errno.badf,
  fd_datasync: errno.badf,
  fd_fdstat_set_rights: errno.badf,
  fd_filestat_set_size: errno.badf,
  fd_filestat_set_times: errno.badf,
  fd_pwrite: errno.badf,
  fd_renumber: errno.badf,
  fd_sync: errno.badf,
  path_create_directory: errno.notcapable,
  path_filestat_set_times: errno.notcapable,
  path_link: errno.notcapable,
  path_readlink: errno.notcapable,
  path_remove_directory: errno.notcapable,
  path_rename: errno.notcapable,
  path_symlink: errno.notcapable,
  path_unlink_file: errno.notcapable,
  proc_raise: errno.notcapable,
  sock_accept: errno.notcapable,
  sock_recv: errno.notcapable,
  sock_send: errno.notcapable,
  sock_shutdown: errno.notcapable,
};

/** What really does something. */
const servedFunctions = [
  'args_get',
  'args_sizes_get',
  'clock_res_get',
  'clock_time_get',
  'environ_get',
  'environ_sizes_get',
  'fd_close',
  'fd_fdstat_get',
  'fd_fdstat_set_flags',
  'fd_filestat_get',
  'fd_pread',
  'fd_prestat_dir_name',
  'fd_prestat_get',
  'fd_read',
  'fd_readdir',
  'fd_seek',
  'fd_tell',
  'fd_write',
  'path_filestat_get',
  'path_open',
  'poll_oneoff',
  'proc_exit',
  'random_get',
  'sched_yield',
] as const;

export type ServedFunction = (typeof servedFunctions)[number];

/** All that a module may import. */
export const wasiFunctions: ReadonlySet<string> = new Set([
  ...servedFunctions,
  ...Object.keys(refusedFunctions),
]);

/** What each of them takes and gives: `i` is an `i32`, `I` an `i64`. */
export const wasiSignatures: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'i:': 'proc_exit',
    ':i': 'sched_yield',
    'i:i': 'fd_close fd_datasync fd_sync proc_raise',
    'ii:i': `args_get args_sizes_get clock_res_get environ_get environ_sizes_get fd_fdstat_get fd_fdstat_set_flags
      fd_filestat_get fd_prestat_get fd_renumber fd_tell random_get sock_shutdown`,
    'iii:i': 'fd_prestat_dir_name path_create_directory path_remove_directory path_unlink_file sock_accept',
    'iiii:i': 'fd_read fd_write poll_oneoff',
    'iiiii:i': 'path_filestat_get path_symlink sock_send',
    'iiiiii:i': 'path_readlink path_rename sock_recv',
    'iiiiiii:i': 'path_link',
    'iI:i': 'fd_filestat_set_size',
    'iIi:i': 'clock_time_get',
    'iII:i': 'fd_allocate fd_fdstat_set_rights',
    'iIIi:i': 'fd_advise fd_filestat_set_times',
    'iIii:i': 'fd_seek',
    'iiiIi:i': 'fd_pread fd_pwrite fd_readdir',
    'iiiiIIi:i': 'path_filestat_set_times',
    'iiiiiIIii:i': 'path_open',
  }).flatMap(([signature, names]) => names.split(/\s+/u).map((name) => [name, signature] as const)),
);
