const byteOrderMark = '\uFEFF';

export interface DecodedText {
  /** Without the mark: servers count from the character after it. */
  readonly text: string;
  readonly mark: string;
  /** It came from UTF-8 and can go back without loss. */
  readonly exact: boolean;
}

export function decodeText(content: Buffer): DecodedText {
  const whole = content.toString('utf8');
  const mark = whole.startsWith(byteOrderMark) ? byteOrderMark : '';
  return { text: whole.slice(mark.length), mark, exact: Buffer.from(whole).equals(content) };
}
