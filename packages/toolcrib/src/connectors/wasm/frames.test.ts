import { expect, test } from 'vitest';
import { encodeFrame, FrameReader, parseHostHead } from './frames.ts';

test('frames come out as they went in, in whatever pieces they come', () => {
  const frames = [
    [{ call: true }, Buffer.from('{"value":"汉字"}')],
    [{ ready: 1 }, Buffer.alloc(0)],
    [{ read: 1 }, Buffer.alloc(70_000, 7)],
  ] as const;
  const bytes = Buffer.concat(frames.map(([head, body]) => encodeFrame(head, body)));
  for (const size of [1, 7, 1000, 65_536, bytes.length]) {
    const reader = new FrameReader<object>(100_000);
    const heard: unknown[] = [];
    for (let at = 0; at < bytes.length; at += size) {
      reader.add(bytes.subarray(at, at + size));
      for (let frame = reader.next(); frame !== undefined; frame = reader.next())
        heard.push([frame.head, Buffer.from(frame.body)]);
    }
    expect(heard).toEqual(frames);
  }
});

test('a frame that says it is longer than anything wanted is not waited for', () => {
  const reader = new FrameReader<object>(1000);
  reader.add(encodeFrame({ call: true }, Buffer.alloc(2000)).subarray(0, 20));
  expect(() => reader.next()).toThrow(RangeError);
});

test('what is not JSON is no frame', () => {
  const reader = new FrameReader<object>(1000);
  reader.add(Buffer.from([2, 0, 0, 0, 0, 0, 0, 0, 0x7b, 0x7b]));
  expect(() => reader.next()).toThrow(SyntaxError);
});

const amounts = { stderr: '', cpuMs: 1, memoryBytes: 1, linearBytes: 1 };

test.each([
  null,
  1,
  'ready',
  {},
  { ready: 'yes' },
  { refused: 'bad magic' },
  { refused: 'bad magic', at: 'night' },
  { ended: null },
  { ended: { end: 'exit', code: 0 } },
  { ended: { ...amounts, end: 'constructor' } },
  { ended: { ...amounts, end: 'exit', code: '0' } },
  { ended: { ...amounts, end: 'exit', cpuMs: null } },
  { question: { what: 'open', folder: '0', path: 'x' } },
])('a process that says %j is not ours any more', (head) => {
  expect(() => parseHostHead(head)).toThrow(TypeError);
});

test.each([
  { ready: 40.5 },
  { refused: 'bad magic', at: 'compile' },
  { refused: 'out of bounds', at: 'instantiate' },
  { question: { what: 'open', folder: 0, path: 'x' } },
  { ended: { ...amounts, end: 'exit', code: 3 } },
  { ended: { ...amounts, end: 'trap', message: 'unreachable' } },
  { ended: { ...amounts, end: 'output_too_large' } },
])('%j is what the host says', (head) => {
  expect(parseHostHead(head)).toBe(head);
});
