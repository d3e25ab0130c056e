/**
 * A plugin that answers with its arguments: `fd_read` into its memory, `fd_write` out of it. Written as bytes, so that nothing
 * has to be installed to measure it.
 */
export function echoPlugin(descriptor: object): Buffer {
  const text = Buffer.from(JSON.stringify(descriptor));
  return Buffer.concat([
    Buffer.from([0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00]),
    // (i32, i32, i32, i32) -> i32, and () -> ()
    section(1, [2, 0x60, 4, 0x7f, 0x7f, 0x7f, 0x7f, 1, 0x7f, 0x60, 0, 0]),
    section(2, [2, ...wasi('fd_read'), 0, 0, ...wasi('fd_write'), 0, 0]),
    section(3, [1, 1]),
    section(5, [1, 0, 2]),
    section(7, [2, ...name('memory'), 2, 0, ...name('_start'), 0, 2]),
    section(10, [
      1,
      ...sized([
        0,
        ...store(0, 1024),
        ...store(4, 60_000),
        ...call(0, 0),
        ...copyLength(),
        ...call(1, 1),
        0x0b,
      ]),
    ]),
    section(0, [...name('toolcrib'), ...text]),
  ]);
}

const wasi = (field: string): number[] => [...name('wasi_snapshot_preview1'), ...name(field)];
const name = (text: string): number[] => sized([...Buffer.from(text)]);
const sized = (bytes: readonly number[]): number[] => [...unsigned(bytes.length), ...bytes];
const section = (id: number, bytes: readonly number[]): Buffer => Buffer.from([id, ...sized(bytes)]);
const constant = (value: number): number[] => [0x41, ...signed(value)];
/** Memory at an address becomes a number. */
const store = (at: number, value: number): number[] => [...constant(at), ...constant(value), 0x36, 2, 0];
/** The function with the descriptor, one buffer at 0, its answer to 8. */
const call = (index: number, descriptor: number): number[] => [
  ...constant(descriptor),
  ...constant(0),
  ...constant(1),
  ...constant(8),
  0x10,
  index,
  0x1a,
];
/** The length of the buffer becomes what was read. */
const copyLength = (): number[] => [...constant(4), ...constant(8), 0x28, 2, 0, 0x36, 2, 0];

function unsigned(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...unsigned(value >>> 7)];
}

function signed(value: number): number[] {
  return value < 0x40 ? [value] : [(value & 0x7f) | 0x80, ...signed(value >> 7)];
}
