import { isUtf8 } from 'node:buffer';

export type TextEncoding = 'utf-8' | 'utf-8 with BOM' | 'utf-16le' | 'utf-16be';

const marks: Readonly<Record<TextEncoding, Buffer>> = {
  'utf-8': Buffer.of(),
  'utf-8 with BOM': Buffer.of(0xef, 0xbb, 0xbf),
  'utf-16le': Buffer.of(0xff, 0xfe),
  'utf-16be': Buffer.of(0xfe, 0xff),
};

/** The encoding that the first bytes tell; UTF-8 when they tell nothing. */
export function encodingOf(start: Uint8Array): TextEncoding {
  const told = (['utf-8 with BOM', 'utf-16le', 'utf-16be'] as const).find((encoding) =>
    marks[encoding].every((byte, index) => start[index] === byte),
  );
  return told ?? 'utf-8';
}

/** How many bytes stand before the text. */
export function markLength(encoding: TextEncoding): number {
  return marks[encoding].length;
}

export interface DecodedText {
  readonly text: string;
  readonly encoding: TextEncoding;
}

/** Undefined when it is not text, or when writing it again would not give the same bytes. */
export function decodeText(content: Buffer): DecodedText | undefined {
  const encoding = encodingOf(content);
  const body = content.subarray(markLength(encoding));
  if (encoding === 'utf-16le' || encoding === 'utf-16be') {
    if (body.length % 2 !== 0) return undefined;
    const text = toLittleEndian(body, encoding).toString('utf16le');
    return text.isWellFormed() && !text.includes('\0') ? { text, encoding } : undefined;
  }
  return isUtf8(body) && !body.includes(0) ? { text: body.toString('utf8'), encoding } : undefined;
}

export function encodeText({ text, encoding }: DecodedText): Buffer {
  const wide = encoding === 'utf-16le' || encoding === 'utf-16be';
  const body = wide ? toLittleEndian(Buffer.from(text, 'utf16le'), encoding) : Buffer.from(text, 'utf8');
  return Buffer.concat([marks[encoding], body]);
}

/** A copy with the bytes of each pair in that order. The other way round it is the same step. */
export function toLittleEndian(body: Buffer, encoding: TextEncoding): Buffer {
  return encoding === 'utf-16be' ? Buffer.from(body).swap16() : body;
}
