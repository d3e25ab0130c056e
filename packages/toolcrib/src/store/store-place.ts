/** Where a store keeps what it is given. */
export type StorePlace =
  /** Nothing outlives the process. */
  | { readonly kind: 'memory' }
  | { readonly kind: 'sqlite'; readonly file: string }
  | { readonly kind: 'postgres'; readonly url: string; readonly schema: string };

/** A place as it is told to people: without a password. */
export function describePlace(place: StorePlace): string {
  if (place.kind === 'memory') return 'memory';
  return place.kind === 'sqlite' ? place.file : withoutPassword(place.url);
}

export function withoutPassword(url: string): string {
  const parsed = URL.parse(url);
  if (parsed === null) return 'postgres';
  parsed.password = '';
  parsed.search = '';
  return parsed.href;
}
