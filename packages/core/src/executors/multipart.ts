import { randomText } from '../tool/random-text.ts';

export interface Part {
  readonly name: string;
  readonly filename?: string | undefined;
  /** The media type; undefined for plain text. */
  readonly type?: string | undefined;
  readonly content: string | Uint8Array;
}

/** Writes `multipart/form-data`. The boundary is drawn anew for each body: nobody who fills a part can know it. */
export function toMultipart(parts: readonly Part[]): {
  readonly body: Uint8Array<ArrayBuffer>;
  readonly boundary: string;
} {
  const boundary = `toolcrib-${randomText(32)}`;
  const encoder = new TextEncoder();
  const pieces = parts.flatMap(({ name, filename, type, content }) => [
    encoder.encode(
      [
        `--${boundary}`,
        `Content-Disposition: form-data; name="${quoted(name)}"${filename === undefined ? '' : `; filename="${quoted(filename)}"`}`,
        ...(type === undefined ? [] : [`Content-Type: ${type}`]),
        '\r\n',
      ].join('\r\n'),
    ),
    typeof content === 'string' ? encoder.encode(content) : content,
    encoder.encode('\r\n'),
  ]);
  return { body: joined([...pieces, encoder.encode(`--${boundary}--\r\n`)]), boundary };
}

/** As browsers do (HTML, 4.10.21.8): what would end the name, or its line, is encoded. */
function quoted(text: string): string {
  return text.replaceAll(/["\r\n]/gu, (character) => encodeURIComponent(character));
}

function joined(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const body = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    body.set(piece, at);
    at += piece.length;
  }
  return body;
}
