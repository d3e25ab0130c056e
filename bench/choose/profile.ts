/** A profile is written as Python writes a dictionary: the same as JSON but for its quotes. */
export function parseProfile(text: string): Readonly<Record<string, unknown>> | undefined {
  let index = 0;
  const blank = (): void => {
    while (/\s/u.test(text[index] ?? '')) index++;
  };
  const read = (): unknown => {
    blank();
    const sign = text[index];
    if (sign === '{' || sign === '[') return readMembers(sign);
    if (sign === "'" || sign === '"') return readString(sign);
    const word = /^[^,\]}:\s]+/u.exec(text.slice(index))?.[0] ?? '';
    index += Math.max(1, word.length);
    return word === 'True' ? true : word === 'False' ? false : word === 'None' ? null : Number(word);
  };
  const readString = (quote: string): string => {
    let value = '';
    for (index++; index < text.length && text[index] !== quote; index++) {
      if (text[index] === '\\') index++;
      value += text[index] ?? '';
    }
    index++;
    return value;
  };
  const readMembers = (open: string): unknown => {
    const close = open === '{' ? '}' : ']';
    const members: unknown[] = [];
    const entries: [string, unknown][] = [];
    index++;
    for (blank(); index < text.length && text[index] !== close; blank()) {
      const value = read();
      blank();
      if (open === '{') {
        index++;
        entries.push([String(value), read()]);
        blank();
      } else members.push(value);
      if (text[index] === ',') index++;
    }
    index++;
    return open === '{' ? Object.fromEntries(entries) : members;
  };
  const value = read();
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined;
}
