import { isIP } from 'node:net';
import { kindOf } from '../../fence/network/address.ts';
import { isObject, listAt, objectAt, textAt, type JsonObject } from '../json-object.ts';
import { OperationError } from './operation-error.ts';
import type { Operation } from './read-operation.ts';
import { serversOf, type Version } from './upgrade.ts';

interface ServerOptions {
  readonly root: unknown;
  readonly version: Version;
  /** The address of the document, `file:` or not. */
  readonly document: string;
  /** What the configuration says, in place of everything that the document does. */
  readonly baseUrl: string | undefined;
}

/** Where an operation is: as the configuration says, else the first server of the operation, of its path, or of the document. */
export function serverOf({ said, item }: Pick<Operation, 'said' | 'item'>, options: ServerOptions): string {
  if (options.baseUrl !== undefined) return options.baseUrl;
  const { root, version, document } = options;
  const lists =
    version === '2.0' ? [serversOf(root)] : [said, item, root].map((one) => listAt(one, 'servers'));
  // OpenAPI 3: without any server it is where the document is.
  const [server = { url: '/' }] = lists.find((list) => list.length > 0) ?? [];
  const written = isObject(server) ? filled(server) : undefined;
  if (written === undefined) throw new OperationError({ kind: 'no_server' });
  const url = URL.parse(written, document);
  if (url === null || url.protocol === 'file:') throw new OperationError({ kind: 'no_server' });
  const isPlain =
    /^https?:$/u.test(url.protocol) &&
    url.username === '' &&
    url.search === '' &&
    url.hash === '' &&
    !url.host.includes('*');
  if (!isPlain) throw new OperationError({ kind: 'bad_server', address: written });
  // What the document names is reached only when it could be anybody's; what is private, the operator names himself.
  if (isPrivate(url.hostname) && url.origin !== URL.parse(document)?.origin)
    throw new OperationError({ kind: 'private_server', address: url.origin });
  return url.href.replace(/\/$/u, '');
}

/** The URL with its variables at their defaults. */
function filled(server: JsonObject): string | undefined {
  const variables = objectAt(server, 'variables');
  return textAt(server, 'url')?.replaceAll(/\{([^{}]+)\}/gu, (place, name: string) => {
    const variable = objectAt(variables, name);
    const [first] = listAt(variable, 'enum');
    return textAt(variable, 'default') ?? (typeof first === 'string' ? first : place);
  });
}

const localName = /^[^.]+$|\.(?:localhost|local|internal|home\.arpa)\.?$/u;

function isPrivate(hostname: string): boolean {
  const host = hostname.replace(/^\[(.*)\]$/u, '$1');
  const family = isIP(host);
  return family === 0 ? localName.test(host) : kindOf(host, family as 4 | 6) !== 'public';
}
