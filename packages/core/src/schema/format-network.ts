/** RFC 1123 host name: labels of 1 to 63 letters, digits and inner hyphens, 253 in all. */
export function isHostname(text: string): boolean {
  if (text.length === 0 || text.length > 253) return false;
  return text
    .split('.')
    .every((label) => label.length <= 63 && /^[a-z\d](?:[a-z\d-]*[a-z\d])?$/i.test(label));
}

export function isEmail(text: string): boolean {
  if (text.length > 320) return false;
  const at = text.lastIndexOf('@');
  return localPart.test(text.slice(0, Math.max(at, 0))) && isHostname(text.slice(at + 1));
}

const localPart = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/;

export function isIpv4(text: string): boolean {
  if (text.length > 15) return false;
  const parts = text.split('.');
  return (
    parts.length === 4 && parts.every((part) => /^(?:0|[1-9]\d{0,2})$/.test(part) && Number(part) <= 255)
  );
}

/** RFC 4291: eight groups, one run of them may be `::`, the last two may be written as IPv4. */
export function isIpv6(text: string): boolean {
  if (text.length > 45 || text.length < 2) return false;
  const halves = text.split('::');
  if (halves.length > 2) return false;
  const groups = halves.map((half) => (half === '' ? [] : half.split(':')));
  let count = 0;
  for (const [half, parts] of groups.entries()) {
    for (const [index, part] of parts.entries()) {
      const isLast = half === groups.length - 1 && index === parts.length - 1;
      if (isLast && isIpv4(part)) count += 2;
      else if (/^[\da-f]{1,4}$/i.test(part)) count += 1;
      else return false;
    }
  }
  return halves.length === 2 ? count <= 7 : count === 8;
}
