import { problem } from './problem.ts';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** RFC 4648, section 4. */
export function toBase64(text: string): string {
  const bytes = new TextEncoder().encode(text);
  let encoded = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const second = bytes[at + 1];
    const third = bytes[at + 2];
    const bits = ((bytes[at] ?? 0) << 16) | ((second ?? 0) << 8) | (third ?? 0);
    encoded += alphabet.charAt(bits >> 18) + alphabet.charAt((bits >> 12) & 63);
    encoded += second === undefined ? '=' : alphabet.charAt((bits >> 6) & 63);
    encoded += third === undefined ? '=' : alphabet.charAt(bits & 63);
  }
  return encoded;
}

/** Also reads the URL-safe alphabet, missing padding and line breaks. */
export function fromBase64(encoded: string): string {
  const digits = encoded.replaceAll(/\s+/gu, '').replace(/={1,2}$/u, '');
  const bytes = new Uint8Array(Math.floor((digits.length * 3) / 4));
  let [bits, held, length] = [0, 0, 0];
  for (const digit of digits) {
    const value = base64Values.get(digit);
    if (value === undefined) throw problem('not_base64', { character: digit });
    bits = ((bits << 6) | value) & 0xffff;
    held += 6;
    if (held < 8) continue;
    held -= 8;
    bytes[length++] = (bits >> held) & 255;
  }
  if (digits.length % 4 === 1) throw problem('base64_cut_off', {});
  return readable(bytes, 'Base64');
}

const base64Values: ReadonlyMap<string, number> = new Map([
  ...Array.from(alphabet, (digit, value) => [digit, value] as const),
  ['-', 62],
  ['_', 63],
]);

export function toHex(text: string): string {
  let encoded = '';
  for (const byte of new TextEncoder().encode(text)) encoded += hexPairs[byte];
  return encoded;
}

const hexPairs = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

export function fromHex(encoded: string): string {
  const digits = encoded.replaceAll(/\s+/gu, '');
  if (digits.length % 2 === 1 || !/^[0-9a-f]*$/iu.test(digits)) {
    throw problem('not_hexadecimal', {});
  }
  const bytes = Uint8Array.from({ length: digits.length / 2 }, (_, at) =>
    Number.parseInt(digits.slice(at * 2, at * 2 + 2), 16),
  );
  return readable(bytes, 'hex');
}

function readable(bytes: Uint8Array, encoding: string): string {
  // Percent-decoding is the one way from UTF-8 that ECMAScript itself has; TextDecoder belongs to the host.
  let percent = '';
  for (const byte of bytes) percent += `%${hexPairs[byte]}`;
  try {
    return decodeURIComponent(percent);
  } catch (cause) {
    throw problem('not_utf8', { encoding }, cause);
  }
}

export function toUrl(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

export function fromUrl(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch (cause) {
    throw problem('not_percent_encoded', {}, cause);
  }
}

export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/gu, (sign) => entityOf.get(sign) ?? sign);
}

export function unescapeHtml(text: string): string {
  return text.replaceAll(/&(?:#x[0-9a-f]{1,6}|#\d{1,7}|[a-z]{2,6});/giu, (entity) => {
    if (entity[1] !== '#') return signOf.get(entity) ?? entity;
    const code = Number(/x/iu.test(entity) ? `0x${entity.slice(3, -1)}` : entity.slice(2, -1));
    if (code > 0x10_ffff) return entity;
    // As browsers do: these are no characters.
    return code === 0 || (code >= 0xd800 && code < 0xe000) ? '\ufffd' : String.fromCodePoint(code);
  });
}

const entityOf: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
]);

const signOf: ReadonlyMap<string, string> = new Map([
  ...[...entityOf].map(([sign, entity]) => [entity, sign] as const),
  ['&apos;', "'"],
  ['&nbsp;', '\u00a0'],
]);
