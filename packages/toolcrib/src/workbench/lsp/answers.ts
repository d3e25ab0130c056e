import { fileURLToPath } from 'node:url';
import type { ProjectFiles } from '../../fence/project-files.ts';
import { decodeText } from '../text-encoding.ts';
import type { DocumentSymbol, HoverContents, Location, LocationLink, Range } from './protocol.ts';
import { symbolKind } from './protocol.ts';

/** A place in a file as people count: from 1. */
export interface Spot {
  readonly path: string;
  readonly line: number;
  readonly column: number;
  /** The line itself, for files of the project. */
  readonly text?: string;
}

export interface SymbolSpot {
  readonly name: string;
  readonly kind: string;
  readonly path?: string;
  readonly line: number;
  readonly column: number;
  readonly in?: string;
  readonly symbols?: readonly SymbolSpot[];
}

export function toPosition(line: number, column: number): { line: number; character: number } {
  return { line: line - 1, character: column - 1 };
}

const maxShown = 2_000_000;

/** Turns what servers call locations into places that people can read. */
export class Answers {
  readonly #files: ProjectFiles;
  readonly #lines = new Map<string, readonly string[]>();

  constructor(files: ProjectFiles) {
    this.#files = files;
  }

  spots(found: Location | readonly (Location | LocationLink)[] | null): Spot[] {
    const list = found === null ? [] : [found].flat();
    return list.map((one) =>
      'targetUri' in one ? this.spot(one.targetUri, one.targetSelectionRange) : this.spot(one.uri, one.range),
    );
  }

  spot(uri: string, { start }: Range): Spot {
    const path = this.#pathOf(uri);
    const text = this.#lineOf(path, start.line);
    return { path, line: start.line + 1, column: start.character + 1, ...(text !== undefined && { text }) };
  }

  symbols(found: readonly DocumentSymbol[] | null): SymbolSpot[] {
    return (found ?? []).map((symbol) => {
      const { name, kind, location, containerName, children = [] } = symbol;
      const { start } = symbol.selectionRange ?? symbol.range ?? location?.range ?? beginning;
      return {
        name,
        kind: symbolKind(kind),
        ...(location !== undefined && { path: this.#pathOf(location.uri) }),
        line: start.line + 1,
        column: start.character + 1,
        ...(containerName !== undefined && containerName !== '' && { in: containerName }),
        ...(children.length > 0 && { symbols: this.symbols(children) }),
      };
    });
  }

  /** From the root for files of the project; others as they are. */
  #pathOf(uri: string): string {
    let path = uri;
    try {
      path = fileURLToPath(uri);
      return this.#files.locate(path, 'read').relative;
    } catch {
      return path;
    }
  }

  /** Outside the project a path is told, but nothing of what stands there. */
  #lineOf(path: string, line: number): string | undefined {
    let lines = this.#lines.get(path);
    if (lines === undefined) {
      lines = this.#read(path);
      this.#lines.set(path, lines);
    }
    return lines[line]?.trim().slice(0, 200).toWellFormed();
  }

  #read(path: string): readonly string[] {
    try {
      const { content } = this.#files.glance(path, maxShown);
      const decoded = content === undefined ? undefined : decodeText(content);
      return decoded?.text.split(/\r\n|\n|\r/u) ?? [];
    } catch {
      return [];
    }
  }
}

const beginning = { start: { line: 0, character: 0 } };

export function hoverText(contents: HoverContents): string {
  const parts: readonly (string | { readonly value: string })[] = [contents].flat();
  return parts.map((part) => (typeof part === 'string' ? part : part.value)).join('\n\n');
}
