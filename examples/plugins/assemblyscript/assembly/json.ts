// Just enough JSON to take texts out of an object. For more there are libraries, such as json-as.

/** A text of the outermost object by its name; null when there is none. */
export function stringField(json: string, name: string): string | null {
  const reader = new Reader(json);
  if (!reader.take('{')) return null;
  while (!reader.take('}')) {
    const key = reader.text();
    if (!reader.take(':')) return null;
    if (key == name) return reader.next() == '"' ? reader.text() : null;
    reader.skip();
    reader.take(',');
  }
  return null;
}

class Reader {
  at: i32 = 0;

  constructor(private json: string) {}

  /** The next character that is not a space. */
  next(): string {
    while (this.at < this.json.length && this.json.charCodeAt(this.at) <= 0x20) this.at++;
    return this.json.charAt(this.at);
  }

  take(wanted: string): bool {
    if (this.next() != wanted) return false;
    this.at++;
    return true;
  }

  text(): string {
    this.take('"');
    const parts: string[] = [];
    let from = this.at;
    while (this.at < this.json.length) {
      const code = this.json.charCodeAt(this.at);
      if (code != 0x22 && code != 0x5c) {
        this.at++;
        continue;
      }
      parts.push(this.json.substring(from, this.at++));
      if (code == 0x22) break;
      parts.push(this.escaped());
      from = this.at;
    }
    return parts.join('');
  }

  escaped(): string {
    const character = this.json.charAt(this.at++);
    if (character == 'n') return '\n';
    if (character == 't') return '\t';
    if (character == 'r') return '\r';
    if (character == 'b') return '\b';
    if (character == 'f') return '\f';
    if (character != 'u') return character;
    const code = <i32>parseInt(this.json.substr(this.at, 4), 16);
    this.at += 4;
    return String.fromCharCode(code);
  }

  /** Passes over a value, whatever it is. */
  skip(): void {
    let depth = 0;
    do {
      const character = this.next();
      if (character == '"') {
        this.text();
        continue;
      }
      if (depth == 0 && (character == ',' || character == '}' || character == '')) return;
      if (character == '{' || character == '[') depth++;
      if (character == '}' || character == ']') depth--;
      if (character == '') return;
      this.at++;
    } while (true);
  }
}
