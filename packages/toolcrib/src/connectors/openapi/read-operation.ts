import type { Documents, Located } from './documents.ts';
import { isObject, listAt, member, objectAt, textAt, type JsonObject } from '../json-object.ts';
import { upgradeParameters, upgradeResponse, type Version } from './upgrade.ts';

/** One operation of a document, in the terms of OpenAPI 3 whatever its version. */
export interface Operation {
  readonly method: string;
  readonly path: string;
  /** What it says of itself: names, texts, tags, security, servers. */
  readonly said: JsonObject;
  /** The path item that it stands in. */
  readonly item: JsonObject;
  readonly parameters: readonly Located[];
  readonly body: Located | undefined;
  /** What a success holds, by media type; undefined when nothing is said of that. */
  readonly answer: Located | undefined;
}

/** The place of an operation, before anything of it is read. */
export interface OperationPlace {
  readonly method: string;
  readonly path: string;
  readonly item: Located;
}

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'];

export function placesIn(documents: Documents): readonly OperationPlace[] {
  const { root } = documents;
  return Object.entries(objectAt(root.value, 'paths')).flatMap(([path, value]) => {
    if (!path.startsWith('/')) return [];
    const item = followed(documents, { value, file: root.file });
    return methods
      .filter((method) => isObject(member(item.value, method)))
      .map((method) => ({ method: method.toUpperCase(), path, item }));
  });
}

/** A path item that cannot be read has no operations. */
function followed(documents: Documents, item: Located): Located {
  try {
    return documents.follow(item);
  } catch {
    return { value: undefined, file: item.file };
  }
}

export function saidAt({ item, method }: OperationPlace): JsonObject {
  return objectAt(item.value, method.toLowerCase());
}

export function readOperation(documents: Documents, version: Version, place: OperationPlace): Operation {
  const { item, method, path } = place;
  const said = saidAt(place);
  const { file } = item;
  const root = documents.root.value;
  const listed = parametersOf(documents, [
    ...listAt(item.value, 'parameters').map((value) => ({ value, file })),
    ...listAt(said, 'parameters').map((value) => ({ value, file })),
  ]);
  const response = successOf(documents, { value: member(said, 'responses'), file });
  const common = { method, path, said, item: isObject(item.value) ? item.value : {} };
  if (version === '2.0') {
    const answer = response && { ...response, value: upgradeResponse(response.value, said, root) };
    return { ...common, ...upgradeParameters(listed, said, root), answer };
  }
  const body = member(said, 'requestBody');
  return {
    ...common,
    parameters: listed,
    body: body === undefined ? undefined : documents.follow({ value: body, file }),
    answer: response && { ...response, value: member(response.value, 'content') },
  };
}

/** Those of the operation come after those of its path, and replace them. */
function parametersOf(documents: Documents, listed: readonly Located[]): readonly Located[] {
  const found = listed.map((one) => documents.follow(one)).filter(({ value }) => isObject(value));
  const byPlace = found.map((one): [string, Located] => [
    `${textAt(one.value, 'in')} ${textAt(one.value, 'name')}`,
    one,
  ]);
  return [...new Map(byPlace).values()];
}

/** The first answer that is a success, followed. What cannot be read is not described. */
function successOf(documents: Documents, responses: Located): Located | undefined {
  const known = isObject(responses.value) ? responses.value : {};
  const status = Object.keys(known)
    .filter((key) => /^2(?:\d\d|XX)$/iu.test(key))
    .toSorted()[0];
  if (status === undefined) return undefined;
  try {
    return documents.follow({ value: known[status], file: responses.file });
  } catch {
    return undefined;
  }
}
