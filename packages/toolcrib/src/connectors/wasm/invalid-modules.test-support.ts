import { echoBody, fromWat, program } from './plugin.test-support.ts';

export interface InvalidModule {
  readonly title: string;
  readonly module: Buffer;
}

const wasi = '(import "wasi_snapshot_preview1"';
const command = '(memory (export "memory") 1) (func (export "_start"))';

/** What a compiler, an editor or an attacker could get wrong, each in a module that is otherwise a plugin. */
const written: readonly (readonly [title: string, text: string])[] = [
  // Exports.
  ['no entry', '(module (memory (export "memory") 1))'],
  ['no memory', '(module (func (export "_start")))'],
  ['an entry that is a memory', '(module (memory (export "_start") 1) (export "memory" (memory 0)))'],
  ['an entry that is a table', '(module (memory (export "memory") 1) (table (export "_start") 1 funcref))'],
  [
    'an entry that is a global',
    '(module (memory (export "memory") 1) (global (export "_start") i32 (i32.const 1)))',
  ],
  ['a memory that is a function', '(module (func (export "memory")) (func (export "_start")))'],
  ['an entry with a parameter', '(module (memory (export "memory") 1) (func (export "_start") (param i32)))'],
  [
    'an entry with a result',
    '(module (memory (export "memory") 1) (func (export "_start") (result i32) (i32.const 0)))',
  ],
  [
    'an entry with many results',
    '(module (memory (export "memory") 1) (func (export "_start") (result i32 i64) (i32.const 0) (i64.const 0)))',
  ],
  [
    'an entry that takes a reference',
    '(module (memory (export "memory") 1) (func (export "_start") (param externref)))',
  ],
  [
    'an entry that is imported',
    `(module ${wasi} "proc_exit" (func $e (param i32))) (memory (export "memory") 1) (export "_start" (func $e)))`,
  ],
  [
    'a library',
    '(module (memory (export "memory") 1) (func (export "_initialize")) (func (export "add") (param i32 i32) (result i32) (i32.const 1)))',
  ],
  ['one name for two exports', `(module ${command} (func (export "a")) (func (export "a")))`],
  ['an export of a function that is not there', `(module ${command} (export "more" (func 7)))`],
  [
    'an export of a memory that is not there',
    '(module (func (export "_start")) (export "memory" (memory 0)))',
  ],
  ['an export of a global that is not there', `(module ${command} (export "more" (global 0)))`],
  // Imports.
  ['an import of the host', `(module (import "env" "system" (func)) ${command})`],
  [
    'an import of the preview before',
    `(module (import "wasi_unstable" "fd_write" (func (param i32 i32 i32 i32) (result i32))) ${command})`,
  ],
  ['an import that WASI does not have', `(module ${wasi} "fd_seize" (func)) ${command})`],
  ['an import of a prototype', `(module ${wasi} "__proto__" (func)) ${command})`],
  [
    'an import of a memory',
    `(module ${wasi} "memory" (memory 1)) (export "memory" (memory 0)) (func (export "_start")))`,
  ],
  ['an import of a table', `(module ${wasi} "fd_write" (table 1 funcref)) ${command})`],
  ['an import of a global', `(module ${wasi} "fd_write" (global i32)) ${command})`],
  [
    'fd_write without a parameter',
    `(module ${wasi} "fd_write" (func (param i32 i32 i32) (result i32))) ${command})`,
  ],
  ['fd_write without a result', `(module ${wasi} "fd_write" (func (param i32 i32 i32 i32))) ${command})`],
  [
    'fd_write of 64 bits',
    `(module ${wasi} "fd_write" (func (param i64 i64 i64 i64) (result i32))) ${command})`,
  ],
  [
    'fd_seek of 32 bits',
    `(module ${wasi} "fd_seek" (func (param i32 i32 i32 i32) (result i32))) ${command})`,
  ],
  ['proc_exit with a result', `(module ${wasi} "proc_exit" (func (param i32) (result i32))) ${command})`],
  ['proc_exit of a float', `(module ${wasi} "proc_exit" (func (param f32))) ${command})`],
  [
    'clock_time_get of the preview before',
    `(module ${wasi} "clock_time_get" (func (param i32 i32) (result i32))) ${command})`,
  ],
  [
    'path_open with too few parameters',
    `(module ${wasi} "path_open" (func (param i32 i32 i32 i32 i32) (result i32))) ${command})`,
  ],
  [
    'a refused function with another signature',
    `(module ${wasi} "sock_recv" (func (param i32))) ${command})`,
  ],
  // Code.
  ['an operand too few', `(module ${command} (func (drop (i32.add))))`],
  ['an operand too many', `(module ${command} (func (i32.const 1)))`],
  ['an operand of another type', `(module ${command} (func (drop (i32.add (i64.const 1) (i32.const 1)))))`],
  ['a result of another type', `(module ${command} (func (result i32) (f64.const 1)))`],
  ['a result that is missing', `(module ${command} (func (result i32)))`],
  ['a local that is not there', `(module ${command} (func (drop (local.get 9))))`],
  ['a global that is not there', `(module ${command} (func (drop (global.get 9))))`],
  [
    'a global that cannot change',
    `(module ${command} (global i32 (i32.const 0)) (func (global.set 0 (i32.const 1))))`,
  ],
  ['a call of nothing', `(module ${command} (func (call 99)))`],
  ['a jump out of the function', `(module ${command} (func (br 5)))`],
  [
    'an indirect call without a table',
    `(module ${command} (type $t (func)) (func (call_indirect (type $t) (i32.const 0))))`,
  ],
  ['a load that is aligned too far', `(module ${command} (func (drop (i32.load align=16 (i32.const 0)))))`],
  [
    'a reference to a function that was not declared',
    `(module ${command} (func $f) (func (drop (ref.func $f))))`,
  ],
  // Memories, tables, data.
  [
    'a memory with less than it begins with',
    '(module (memory (export "memory") 4 2) (func (export "_start")))',
  ],
  ['a memory of 4 GB and a page', '(module (memory (export "memory") 65537) (func (export "_start")))'],
  ['a memory of 4 GB', '(module (memory (export "memory") 65536) (func (export "_start")))'],
  ['a shared memory', '(module (memory (export "memory") 1 2 shared) (func (export "_start")))'],
  ['a table of four billion', `(module ${command} (table 4294967295 funcref))`],
  ['a table with less than it begins with', `(module ${command} (table 4 2 funcref))`],
  ['data behind the end of the memory', `(module ${command} (data (i32.const 65530) "longer than that"))`],
  ['data before the beginning of the memory', `(module ${command} (data (i32.const -1) "x"))`],
  ['data with an offset of 64 bits', `(module ${command} (data (i64.const 0) "x"))`],
  [
    'data at a place that is not constant',
    `(module ${command} (global $g (mut i32) (i32.const 0)) (data (global.get $g) "x"))`,
  ],
  ['data in a memory that is not there', `(module ${command} (data (memory 3) (i32.const 0) "x"))`],
  [
    'elements behind the end of the table',
    `(module ${command} (table 1 funcref) (func $f) (elem (i32.const 1) $f))`,
  ],
  ['elements without a table', `(module ${command} (func $f) (elem (i32.const 0) $f))`],
  ['an element that is not there', `(module ${command} (table 1 funcref) (elem (i32.const 0) 42))`],
  ['a global whose value has another type', `(module ${command} (global i32 (i64.const 1)))`],
  ['a start function with a parameter', `(module ${command} (func $s (param i32)) (start $s))`],
  ['a start function that is not there', `(module ${command} (start 42))`],
];

function bytes(title: string, module: Uint8Array): InvalidModule {
  return { title, module: Buffer.from(module) };
}

/** What no text can say: the file itself is damaged. */
function damaged(): InvalidModule[] {
  const valid = program(echoBody);
  const with8 = (at: number, value: number): Buffer => {
    const copy = Buffer.from(valid);
    copy[at] = value;
    return copy;
  };
  return [
    bytes('nothing', Buffer.alloc(0)),
    bytes('a text', Buffer.from('(module)')),
    bytes('a script', Buffer.from('#!/bin/sh\nexit 0\n')),
    bytes('only a header', valid.subarray(0, 8)),
    bytes('another version', with8(4, 2)),
    bytes('half of it', valid.subarray(0, valid.length >> 1)),
    bytes('all but the last byte', valid.subarray(0, -1)),
    bytes('a byte more', Buffer.concat([valid, Buffer.from([0])])),
    bytes('two of them', Buffer.concat([valid, valid])),
    bytes('a megabyte of zeros behind it', Buffer.concat([valid, Buffer.alloc(1_000_000)])),
    bytes('zeros', Buffer.alloc(65_536)),
    bytes('its bytes in reverse', Buffer.from([...valid].toReversed())),
    bytes('as text in base64', Buffer.from(valid.toString('base64'))),
    bytes('read as Latin-1 and written as UTF-8', Buffer.from(valid.toString('latin1'), 'utf8')),
    bytes('without its types', withoutSection(valid, 1)),
    bytes('without its functions', withoutSection(valid, 3)),
    bytes('without its code', withoutSection(valid, 10)),
    bytes('without its imports', withoutSection(valid, 2)),
    bytes('with its sections in another order', swapped(valid)),
    bytes('with one section twice', repeated(valid, 10)),
  ];
}

interface Piece {
  readonly id: number;
  readonly all: Buffer;
}

function piecesOf(module: Buffer): Piece[] {
  const pieces: Piece[] = [];
  for (let at = 8; at < module.length; ) {
    const from = at;
    const id = module.readUInt8(at++);
    let length = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = module.readUInt8(at++);
      length += (byte & 0x7f) << shift;
      if (byte < 0x80) break;
    }
    at += length;
    pieces.push({ id, all: module.subarray(from, at) });
  }
  return pieces;
}

function joined(module: Buffer, pieces: readonly Piece[]): Buffer {
  return Buffer.concat([module.subarray(0, 8), ...pieces.map(({ all }) => all)]);
}

function withoutSection(module: Buffer, id: number): Buffer {
  return joined(
    module,
    piecesOf(module).filter((piece) => piece.id !== id),
  );
}

function swapped(module: Buffer): Buffer {
  return joined(module, piecesOf(module).toReversed());
}

function repeated(module: Buffer, id: number): Buffer {
  return joined(
    module,
    piecesOf(module).flatMap((piece) => (piece.id === id ? [piece, piece] : [piece])),
  );
}

/** Deterministic, so that a failure can be looked at. */
function* numbers(seed: number): Generator<number> {
  for (let state = seed; ; ) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state;
  }
}

/** A valid module with one byte changed, one removed or one inserted, as often as wanted. */
export function mutations(count: number): Buffer[] {
  const bases = [
    program(echoBody),
    program(echoBody, {
      more: '(table 3 funcref) (elem (i32.const 0) $in $out) (data (i32.const 64) "text")',
    }),
    fromWat(`(module (memory (export "memory") 1) (global $g (mut i32) (i32.const 3)) (func $s) (start $s)
      (func (export "_start") (local i64 f64) (block (loop (br_if 1 (global.get $g)) (br 0)))))`),
  ];
  const random = numbers(20_261_119);
  const next = (below: number): number => Number(random.next().value) % below;
  return Array.from({ length: count }, () => {
    const base = bases.at(next(bases.length)) ?? Buffer.alloc(0);
    const at = 8 + next(base.length - 8);
    const byte = Buffer.from([next(256)]);
    switch (next(3)) {
      case 0:
        return Buffer.concat([base.subarray(0, at), byte, base.subarray(at + 1)]);
      case 1:
        return Buffer.concat([base.subarray(0, at), base.subarray(at + 1)]);
      default:
        return Buffer.concat([base.subarray(0, at), byte, base.subarray(at)]);
    }
  });
}

/** Modules that can never be called, in about as many ways as there are. */
export function invalidModules(): readonly InvalidModule[] {
  return [...written.map(([title, text]) => bytes(title, fromWat(text))), ...damaged()];
}
