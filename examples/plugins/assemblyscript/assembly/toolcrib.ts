// What a plugin needs of its surroundings: three functions of WASI, and nothing else.

// @ts-ignore: editors take this for TypeScript, which knows no decorators of functions
@external('wasi_snapshot_preview1', 'fd_read')
declare function fd_read(descriptor: u32, buffers: usize, count: u32, read: usize): u32;

// @ts-ignore: as above
@external('wasi_snapshot_preview1', 'fd_write')
declare function fd_write(descriptor: u32, buffers: usize, count: u32, written: usize): u32;

// @ts-ignore: as above
@external('wasi_snapshot_preview1', 'proc_exit')
declare function proc_exit(code: u32): void;

// Where a buffer is and how long it is; and a number that the system answers with.
const buffer: usize = memory.data(8);
const answer: usize = memory.data(4);

export function readInput(): string {
  const chunk = new ArrayBuffer(65536);
  let input = new Uint8Array(0);
  while (true) {
    store<u32>(buffer, <u32>changetype<usize>(chunk));
    store<u32>(buffer + 4, <u32>chunk.byteLength);
    const failed = fd_read(0, buffer, 1, answer);
    const length = load<i32>(answer);
    if (failed != 0 || length == 0) break;
    const longer = new Uint8Array(input.length + length);
    longer.set(input);
    longer.set(Uint8Array.wrap(chunk, 0, length), input.length);
    input = longer;
  }
  return String.UTF8.decode(input.buffer);
}

export function writeOutput(json: string): void {
  write(1, json);
}

/** Says why there is no result, and ends. */
export function fail(reason: string): void {
  write(2, reason);
  proc_exit(1);
}

/** What AssemblyScript calls when something goes wrong in the program itself. */
export function abort(message: string | null, file: string | null, line: u32, column: u32): void {
  fail(`${message ? message : 'aborted'} at ${file ? file : '?'}:${line}:${column}`);
}

function write(descriptor: u32, text: string): void {
  const bytes = String.UTF8.encode(text);
  let written = 0;
  while (written < bytes.byteLength) {
    store<u32>(buffer, <u32>(changetype<usize>(bytes) + written));
    store<u32>(buffer + 4, <u32>(bytes.byteLength - written));
    if (fd_write(descriptor, buffer, 1, answer) != 0) return;
    written += load<i32>(answer);
  }
}
