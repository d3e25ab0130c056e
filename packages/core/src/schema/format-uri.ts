import { isIpv6 } from './format-network.ts';

// A URI may be a data: URI of megabytes. So nothing here repeats a group: each test searches for one wrong
// character, which is linear and keeps no state for what it has passed.

export function isUri(text: string): boolean {
  return hasScheme(text) && isUriReference(text);
}

export function isUriReference(text: string): boolean {
  return !/[^\w!$&'()*+,./:;=?@#[\]~%-]/.test(text) && isReference(text);
}

/** RFC 3987, lightly: a URI that may use any character beyond ASCII. */
export function isIri(text: string): boolean {
  return hasScheme(text) && !/[\0-\x20"<>\\^`{|}\x7f]/.test(text) && isReference(text);
}

/** RFC 6570, lightly: expressions in braces, not nested, around what a URI may hold. */
export function isUriTemplate(text: string): boolean {
  if (text.length > maxTemplateLength || /[\0-\x20"'<>\\^`|\x7f]/.test(text) || /%(?![\da-f]{2})/i.test(text))
    return false;
  let isOpen = false;
  let start = 0;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit === 0x7b) {
      if (isOpen) return false;
      isOpen = true;
      start = index + 1;
    } else if (unit === 0x7d) {
      if (!isOpen || /[^\w+#./;?&=,!@|*:%]/.test(text.slice(start, index)) || index === start) return false;
      isOpen = false;
    }
  }
  return !isOpen;
}

const maxTemplateLength = 8_000;

/** RFC 6901. */
export function isJsonPointer(text: string): boolean {
  return (text === '' || text.startsWith('/')) && !/~(?![01])/.test(text);
}

export function isRelativeJsonPointer(text: string): boolean {
  const digits = /^(?:0|[1-9]\d{0,15})/.exec(text)?.[0];
  if (digits === undefined) return false;
  const rest = text.slice(digits.length);
  return rest === '#' || isJsonPointer(rest);
}

function hasScheme(text: string): boolean {
  return /^[a-z][a-z\d+.-]{0,99}:/i.test(text);
}

function isReference(text: string): boolean {
  if (/%(?![\da-f]{2})/i.test(text)) return false;
  const hash = text.indexOf('#');
  if (hash >= 0 && text.indexOf('#', hash + 1) >= 0) return false;
  const scheme = /^[a-z][a-z\d+.-]{0,99}:/i.exec(text)?.[0] ?? '';
  // Without a scheme, a colon in the first segment would make it one.
  if (scheme === '' && /^[^/?#]{0,200}:/.test(text)) return false;
  const rest = text.slice(scheme.length);
  if (!rest.startsWith('//')) return !/[[\]]/.test(rest);
  const end = rest.slice(2).search(/[/?#]/);
  const authority = end < 0 ? rest.slice(2) : rest.slice(2, end + 2);
  return isAuthority(authority) && (end < 0 || !/[[\]]/.test(rest.slice(end + 2)));
}

function isAuthority(authority: string): boolean {
  const host = authority.slice(authority.lastIndexOf('@') + 1);
  if (authority.length - host.length > 1 && /[[\]@]/.test(authority.slice(0, -host.length - 1))) return false;
  const literal = /^\[([^\]]{0,100})\](?::\d{0,5})?$/.exec(host);
  if (literal?.[1] !== undefined)
    return isIpv6(literal[1]) || /^v[\da-f]+\.[\w!$&'()*+,.;=:~-]+$/i.test(literal[1]);
  const colon = host.indexOf(':');
  return !/[[\]]/.test(host) && (colon < 0 || /^\d{0,5}$/.test(host.slice(colon + 1)));
}
