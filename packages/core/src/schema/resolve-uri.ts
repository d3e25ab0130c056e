/** Resolves a reference against a base as RFC 3986 does, without the URL class, which is not ECMAScript. */
export function resolveUri(base: string, reference: string): string {
  const target = split(reference);
  if (target.scheme !== '') return reference;
  const from = split(base);
  if (target.authority !== undefined) return join({ ...target, scheme: from.scheme });
  if (target.path === '') {
    return join({
      ...from,
      query: target.query === '' ? from.query : target.query,
      fragment: target.fragment,
    });
  }
  const folder = from.path.slice(0, from.path.lastIndexOf('/') + 1);
  const path = target.path.startsWith('/') ? target.path : folder + target.path;
  return join({ ...from, path: removeDots(path), query: target.query, fragment: target.fragment });
}

/** The document part and the fragment of a URI. */
export function splitFragment(uri: string): readonly [document: string, fragment: string] {
  const hash = uri.indexOf('#');
  return hash < 0 ? [uri, ''] : [uri.slice(0, hash), uri.slice(hash + 1)];
}

interface UriParts {
  readonly scheme: string;
  readonly authority: string | undefined;
  readonly path: string;
  readonly query: string;
  readonly fragment: string;
}

function split(uri: string): UriParts {
  const [beforeFragment, fragment] = splitFragment(uri);
  const mark = beforeFragment.indexOf('?');
  const query = mark < 0 ? '' : beforeFragment.slice(mark);
  const beforeQuery = mark < 0 ? beforeFragment : beforeFragment.slice(0, mark);
  const scheme = /^[a-z][a-z\d+.-]{0,50}:/i.exec(beforeQuery)?.[0] ?? '';
  const rest = beforeQuery.slice(scheme.length);
  if (!rest.startsWith('//')) return { scheme, authority: undefined, path: rest, query, fragment };
  const slash = rest.indexOf('/', 2);
  const authority = slash < 0 ? rest : rest.slice(0, slash);
  return { scheme, authority, path: slash < 0 ? '' : rest.slice(slash), query, fragment };
}

function join({ scheme, authority = '', path, query, fragment }: UriParts): string {
  return `${scheme}${authority}${path}${query}${fragment === '' ? '' : `#${fragment}`}`;
}

function removeDots(path: string): string {
  if (!path.includes('.')) return path;
  const kept: string[] = [];
  for (const segment of path.split('/')) {
    if (segment === '..') kept.pop();
    else if (segment !== '.') kept.push(segment);
  }
  return kept.join('/');
}
