/** The UTF-8 bytes of a text; a lone surrogate, which has none, becomes U+FFFD. */
export function toUtf8(text: string): Uint8Array {
  return typeof TextEncoder === 'function' ? new TextEncoder().encode(text) : encode(text);
}

/** For hosts that bring nothing of their own. */
export function encode(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length * 3);
  let length = 0;
  for (let i = 0; i < text.length; i++) {
    let code = text.charCodeAt(i);
    if (code >= 0xd800 && code < 0xe000) {
      code = text.codePointAt(i) as number;
      if (code > 0xffff) i++;
      else code = 0xfffd;
    }
    if (code < 0x80) bytes[length++] = code;
    else if (code < 0x800) {
      bytes[length++] = 0xc0 | (code >> 6);
      bytes[length++] = 0x80 | (code & 63);
    } else {
      if (code < 0x1_0000) bytes[length++] = 0xe0 | (code >> 12);
      else {
        bytes[length++] = 0xf0 | (code >> 18);
        bytes[length++] = 0x80 | ((code >> 12) & 63);
      }
      bytes[length++] = 0x80 | ((code >> 6) & 63);
      bytes[length++] = 0x80 | (code & 63);
    }
  }
  return bytes.subarray(0, length);
}
