import { readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ProjectFiles } from '../../fence/project-files.ts';
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

/** Turns what servers call locations into places that people can read. */
export class Answers {
  readonly #files: ProjectFiles;
  readonly #lines = new Map<string, readonly string[]>();

  constructor(files: ProjectFiles) {
    this.#files = files;
  }

  spots(found: Location | readonly (Location | LocationLink)[] | null): Spot[] {
    const list =
      found === null
        ? []
        : Array.isArray(found)
          ? (found as (Location | LocationLink)[])
          : [found as Location];
    return list.map((one) =>
      'targetUri' in one ? this.spot(one.targetUri, one.targetSelectionRange) : this.spot(one.uri, one.range),
    );
  }

  spot(uri: string, { start }: Range): Spot {
    const { path, text } = this.#lineOf(uri, start.line);
    return { path, line: start.line + 1, column: start.character + 1, ...(text !== undefined && { text }) };
  }

  symbols(found: readonly DocumentSymbol[] | null): SymbolSpot[] {
    return (found ?? []).map((symbol) => {
      const { name, kind, location, containerName, children = [] } = symbol;
      const { start } = symbol.selectionRange ??
        symbol.range ??
        location?.range ?? { start: { line: 0, character: 0 } };
      return {
        name,
        kind: symbolKind(kind),
        ...(location !== undefined && { path: this.#lineOf(location.uri, -1).path }),
        line: start.line + 1,
        column: start.character + 1,
        ...(containerName !== undefined && containerName !== '' && { in: containerName }),
        ...(children.length > 0 && { symbols: this.symbols(children) }),
      };
    });
  }

  /** Outside the project a path is told, but nothing of what stands there. */
  #lineOf(uri: string, line: number): { readonly path: string; readonly text?: string | undefined } {
    const path = uri.startsWith('file:') ? fileURLToPath(uri) : uri;
    try {
      const place = this.#files.locate(path, 'read');
      if (line < 0) return { path: place.relative };
      let lines = this.#lines.get(place.path);
      if (lines === undefined) {
        lines = statSync(place.path).size > maxShown ? [] : readFileSync(place.path, 'utf8').split('\n');
        this.#lines.set(place.path, lines);
      }
      return { path: place.relative, text: lines[line]?.trim().slice(0, 200) };
    } catch {
      return { path };
    }
  }
}

const maxShown = 2_000_000;

export function hoverText(contents: HoverContents): string {
  const parts = Array.isArray(contents)
    ? (contents as (string | { value: string })[])
    : [contents as string | { value: string }];
  return parts.map((part) => (typeof part === 'string' ? part : part.value)).join('\n\n');
}
