import { importedNames } from '../imported-names.ts';
import { textAt } from '../json-object.ts';
import { saidAt, type OperationPlace } from './read-operation.ts';

/** The names of operations: their ids where these are their own, else method and path. And the names of their tools. */
export function operationNames(
  source: string,
  places: readonly OperationPlace[],
): ReadonlyMap<OperationPlace, { readonly operation: string; readonly tool: string }> {
  const ids = new Map<string, number>();
  for (const place of places) {
    const id = idOf(place);
    if (id !== undefined) ids.set(id, (ids.get(id) ?? 0) + 1);
  }
  const taken = new Set<string>();
  const named = places.map((place): [OperationPlace, string] => {
    const id = idOf(place);
    const own = id !== undefined && ids.get(id) === 1 ? id : fromPath(place);
    // What is derived may be the same as another's id; method and path together never are.
    const name = taken.has(own) || (own !== id && ids.has(own)) ? `${place.method} ${place.path}` : own;
    taken.add(name);
    return [place, name];
  });
  const tools = importedNames(
    source,
    named.map(([, name]) => name),
  );
  return new Map(
    named.map(([place, operation]) => [place, { operation, tool: tools.get(operation) as string }]),
  );
}

function idOf(place: OperationPlace): string | undefined {
  const id = textAt(saidAt(place), 'operationId')?.trim();
  return id === undefined || !/[A-Za-z0-9]/u.test(id) ? undefined : id;
}

/** `GET /pets/{petId}/toys` → `get_pets_petId_toys`. */
function fromPath({ method, path }: OperationPlace): string {
  const words = path.split(/[^\w.-]+/u).filter((part) => part !== '');
  return [method.toLowerCase(), ...words].join('_');
}
