/**
 * Whether a sed script only changes and prints text. It may not start programs (`e`, `s///e`) nor name files (`r`, `w`,
 * `s///w`). What is not understood for certain is not harmless.
 */
export function isHarmlessSed(script: string): boolean {
  const reader = new SedReader(script);
  return reader.commands();
}

class SedReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  commands(): boolean {
    for (;;) {
      this.#take(/[\s;{}]*/uy);
      if (this.#at >= this.#text.length) return true;
      if (this.#take(/#[^\n]*/uy)) continue;
      if (!this.#address() || !this.#command()) return false;
    }
  }

  #address(): boolean {
    if (!this.#oneAddress()) return false;
    if (this.#take(/[ \t]*,[ \t]*/uy)) {
      if (!this.#take(/[+~]\d+/uy) && !this.#oneAddress()) return false;
    }
    this.#take(/[ \t]*(?:![ \t]*)*/uy);
    return true;
  }

  /** A number, a step, the last line or a pattern; none is fine too. */
  #oneAddress(): boolean {
    if (this.#take(/\d+(?:~\d+)?|\$/uy)) return true;
    if (!this.#take(/\//uy)) return this.#text[this.#at] !== '\\';
    return this.#pattern('/') && this.#take(/[IM]*/uy);
  }

  #command(): boolean {
    const command = this.#text[this.#at++];
    switch (command) {
      case '{':
      case '}':
        return true;
      case 's':
        return this.#substitution() && this.#take(/[gpiImM\d]*/uy) && this.#end();
      case 'y':
        return this.#substitution() && this.#end();
      case 'a':
      case 'i':
      case 'c':
        return this.#take(/(?:[^\\\n]|\\[^])*/uy);
      case ':':
        return this.#take(/[ \t]*\w+/uy) && this.#end();
      case 'b':
      case 't':
      case 'T':
        return this.#take(/[ \t]*\w*/uy) && this.#end();
      case 'q':
      case 'Q':
      case 'l':
        return this.#take(/[ \t]*\d*/uy) && this.#end();
      default:
        return command !== undefined && '=dDgGhHnNpPxzF'.includes(command) && this.#end();
    }
  }

  #end(): boolean {
    return this.#take(/[ \t]*(?=[\n;}#]|$)/uy);
  }

  #substitution(): boolean {
    const delimiter = this.#text[this.#at++];
    if (delimiter === undefined || !/[/|,#@:!%_~+;=-]/u.test(delimiter)) return false;
    return this.#pattern(delimiter) && this.#until(delimiter) !== undefined;
  }

  /** Newer versions let a delimiter stand in brackets, older ones do not: such a pattern is not understood. */
  #pattern(delimiter: string): boolean {
    const pattern = this.#until(delimiter);
    return pattern !== undefined && !pattern.includes('\n') && hasClosedBrackets(pattern);
  }

  #until(delimiter: string): string | undefined {
    const from = this.#at;
    for (; this.#at < this.#text.length; this.#at++) {
      const letter = this.#text[this.#at];
      if (letter === '\\') this.#at++;
      else if (letter === '\n') return undefined;
      else if (letter === delimiter) return this.#text.slice(from, this.#at++);
    }
    return undefined;
  }

  #take(what: RegExp): boolean {
    what.lastIndex = this.#at;
    const match = what.exec(this.#text);
    if (match !== null) this.#at += match[0].length;
    return match !== null;
  }
}

function hasClosedBrackets(pattern: string): boolean {
  let rest = pattern;
  for (;;) {
    const open = /^(?:[^\\[]|\\[^])*\[/u.exec(rest);
    if (open === null) return true;
    const inside = /^\^?\]?(?:\[[:.=][^\]]*[:.=]\]|[^\]\\]|\\[^\]])*\]/u.exec(rest.slice(open[0].length));
    if (inside === null) return false;
    rest = rest.slice(open[0].length + inside[0].length);
  }
}
