/** The part of the Language Server Protocol that is used here. Lines and characters count from 0. */
export interface Position {
  readonly line: number;
  readonly character: number;
}

export interface Range {
  readonly start: Position;
  readonly end: Position;
}

export interface Location {
  readonly uri: string;
  readonly range: Range;
}

export interface LocationLink {
  readonly targetUri: string;
  readonly targetSelectionRange: Range;
}

export interface TextEdit {
  readonly range: Range;
  readonly newText: string;
}

export interface WorkspaceEdit {
  readonly changes?: { readonly [uri: string]: readonly TextEdit[] };
  readonly documentChanges?: readonly {
    readonly kind?: string;
    readonly textDocument?: { readonly uri: string };
    readonly edits?: readonly TextEdit[];
  }[];
}

export interface DocumentSymbol {
  readonly name: string;
  readonly kind: number;
  readonly range?: Range;
  readonly selectionRange?: Range;
  readonly location?: Location;
  readonly containerName?: string;
  readonly children?: readonly DocumentSymbol[];
}

export interface Diagnostic {
  readonly range: Range;
  readonly severity?: number;
  readonly code?: number | string;
  readonly source?: string;
  readonly message: string;
}

export interface CallHierarchyItem {
  readonly name: string;
  readonly kind: number;
  readonly uri: string;
  readonly selectionRange: Range;
}

export type HoverContents =
  | string
  | { readonly value: string }
  | readonly (string | { readonly value: string })[];

const symbolKinds =
  'file module namespace package class method property field constructor enum interface function variable constant string number boolean array object key null enum_member struct event operator type_parameter'.split(
    ' ',
  );

export function symbolKind(kind: number): string {
  return symbolKinds[kind - 1] ?? 'other';
}

export function severity(level: number | undefined): string {
  return ['error', 'warning', 'information', 'hint'][(level ?? 1) - 1] ?? 'error';
}
