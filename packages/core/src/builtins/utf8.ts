/** The UTF-8 bytes of a text; a lone surrogate, which has none, becomes U+FFFD. */
export function toUtf8(text: string): Uint8Array {
  // Percent-encoding is the one way to UTF-8 that ECMAScript itself has; TextEncoder belongs to the host.
  const encoded = encodeURIComponent(text.toWellFormed());
  const bytes = new Uint8Array(encoded.length);
  let length = 0;
  for (let at = 0; at < encoded.length; at++) {
    if (encoded[at] === '%') {
      bytes[length++] = Number.parseInt(encoded.slice(at + 1, at + 3), 16);
      at += 2;
    } else {
      bytes[length++] = encoded.charCodeAt(at);
    }
  }
  return bytes.subarray(0, length);
}

/** The text of UTF-8 bytes; undefined when they are not UTF-8. */
export function fromUtf8(bytes: Uint8Array): string | undefined {
  let encoded = '';
  for (const byte of bytes) encoded += `%${toHexPair(byte)}`;
  try {
    return decodeURIComponent(encoded);
  } catch {
    return undefined;
  }
}

export function toHexPair(byte: number): string {
  return byte.toString(16).padStart(2, '0');
}
