import type { Locale } from '../messages/catalog.ts';
import { text } from '../messages/text.ts';
import type { JsonSchema, JsonValue } from '../schema/json-schema.ts';
import { maskOfType } from '../schema/json-type.ts';
import { formatPath } from '../schema/schema-problem.ts';
import { compiledSchemaOf } from '../tool/compiled-schema.ts';
import { copyJson, setOwn } from '../tool/json.ts';
import type { Tool } from '../tool/tool.ts';
import { isReference } from '../tool/variables.ts';
import { pointerKey, referencesOf, type Reference } from './references.ts';
import { schemaAt, typesOf } from './schema-at.ts';

interface Knowledge {
  /** What a reference stands for, where that is known already. */
  readonly known: (reference: Reference) => JsonValue | undefined;
  readonly schemaOf: (reference: Reference) => JsonSchema | undefined;
  readonly locale: Locale;
}

interface CheckedArguments {
  readonly problems: readonly { readonly detail: string; readonly pointer: string }[];
  /** The arguments, with something fitting in place of what is not known. */
  readonly sample: JsonValue;
  /** Whether everything is known. */
  readonly isWhole: boolean;
}

/** A place in the arguments that is filled when the plan runs. */
interface Hole {
  readonly steps: readonly (string | number)[];
  /** What will be there; undefined inside of other text. */
  readonly reference: Reference | undefined;
}

/** Whether arguments can ever be accepted: what is written is held against the schema, and what is referred to is left open. */
export function checkArguments(
  given: { readonly [name: string]: JsonValue },
  tool: Tool,
  knowledge: Knowledge,
): CheckedArguments {
  const holes: Hole[] = [];
  const sample = fill(given, [], tool.parameters, knowledge, holes);
  const copy = copyJson(sample);
  const found = copy.ok ? (compiledSchemaOf(tool).validate(copy.value) ?? []) : [copy.fault];
  const open = holes.map(({ steps }) => formatPath(steps));
  const problems = found
    .filter(({ path, keyword }) => keyword === 'required' || !open.some((hole) => isAround(path, hole)))
    .map((problem) => ({
      detail: text('invalid_arguments', { problems: [problem] }, knowledge.locale),
      pointer: '',
    }));
  return {
    problems: [...problems, ...holes.flatMap((hole) => mismatch(hole, tool, knowledge))],
    sample,
    isWhole: holes.length === 0,
  };
}

/** The arguments with what is known put in; what is not becomes a hole, filled with something of the right kind. */
function fill(
  value: JsonValue,
  steps: readonly (string | number)[],
  schema: JsonSchema | undefined,
  knowledge: Knowledge,
  holes: Hole[],
): JsonValue {
  if (typeof value === 'string') return fillText(value, steps, schema, knowledge, holes);
  if (Array.isArray(value))
    return (value as readonly JsonValue[]).map((item, index) =>
      fill(item, [...steps, index], schemaAt(schema, [String(index)]), knowledge, holes),
    );
  if (typeof value !== 'object' || value === null) return value;
  const filled: Record<string, JsonValue> = {};
  for (const [key, held] of Object.entries(value))
    setOwn(filled, key, fill(held, [...steps, key], schemaAt(schema, [key]), knowledge, holes));
  return filled;
}

function fillText(
  value: string,
  steps: readonly (string | number)[],
  schema: JsonSchema | undefined,
  knowledge: Knowledge,
  holes: Hole[],
): JsonValue {
  const references = referencesOf(value, '');
  const [first] = references;
  if (first === undefined) return value;
  const isOne = isReference(value);
  const known = isOne ? knowledge.known(first) : undefined;
  if (known !== undefined) return known;
  holes.push({ steps, reference: isOne ? first : undefined });
  return isOne ? exampleOf(schema) : value;
}

function exampleOf(schema: JsonSchema | undefined): JsonValue {
  if (typeof schema !== 'object') return '';
  const [given] = [schema.default, schema.const, schema.enum?.[0], schema.examples?.[0]].filter(
    (value) => value !== undefined,
  );
  if (given !== undefined) return given as JsonValue;
  switch ([schema.type].flat()[0]) {
    case 'number':
    case 'integer':
      return schema.minimum ?? 0;
    case 'boolean':
      return false;
    case 'array':
      return [];
    case 'object':
      return {};
    case 'null':
      return null;
    default:
      return '';
  }
}

/** Whether a problem at one place may come from what is put in at the other: it is the same, inside of it or around it. */
function isAround(path: string, hole: string): boolean {
  if (path === '' || path === hole) return true;
  const [shorter, longer] = path.length < hole.length ? [path, hole] : [hole, path];
  return longer.startsWith(shorter) && /^[.[]/u.test(longer.slice(shorter.length));
}

/** What will be put in has another type, by the word of the tool that gives it. */
function mismatch(
  { steps, reference }: Hole,
  tool: Tool,
  { schemaOf, locale }: Knowledge,
): { readonly detail: string; readonly pointer: string }[] {
  if (reference === undefined) return [];
  const wanted = schemaAt(tool.parameters, steps.map(String));
  const [wantedTypes, givenTypes] = [typesOf(wanted), typesOf(schemaOf(reference))];
  if (wantedTypes === undefined || givenTypes === undefined) return [];
  // A number may be whole.
  const numeric = (maskOfType('number') ?? 0) | (maskOfType('integer') ?? 0);
  const widened = (types: number): number => ((types & numeric) === 0 ? types : types | numeric);
  if ((widened(wantedTypes) & widened(givenTypes)) !== 0) return [];
  const given = schemaOf(reference) as { readonly type?: string };
  const problem = {
    path: formatPath(steps),
    keyword: 'type',
    expected: (wanted as { readonly type?: unknown }).type,
    received: String(given.type),
  };
  const pointer = steps.map((step) => `/${pointerKey(String(step))}`).join('');
  return [{ detail: text('invalid_arguments', { problems: [problem] }, locale), pointer }];
}
