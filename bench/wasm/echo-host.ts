/** What the process of a plugin does around the plugin: it reads a frame and answers with its body. */
import { readSync, writeSync } from 'node:fs';
import { encodeFrame, FrameReader } from '../../packages/toolcrib/src/connectors/wasm/frames.ts';

const incoming = new FrameReader<object>(Infinity);
const chunk = Buffer.allocUnsafe(256 * 1024);
for (;;) {
  const frame = incoming.next();
  if (frame === undefined) {
    const length = readSync(0, chunk);
    if (length === 0) break;
    incoming.add(Buffer.from(chunk.subarray(0, length)));
    continue;
  }
  writeSync(1, encodeFrame({ ended: { end: 'exit', code: 0 } }, frame.body));
}
