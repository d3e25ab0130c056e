import type { JsonSchema, JsonSchemaObject } from '../schema/json-schema.ts';
import type { Tool } from '../tool/tool.ts';

/** A part of what is known of a tool, with what a word in it is worth and how long such a part usually is. */
export interface Field {
  readonly text: string;
  readonly weight: number;
  readonly usualLength: number;
  /** How much a part that is longer than usual loses for that: 0 nothing, 1 all of it. */
  readonly lengthMatters: number;
}

/** What a tool is found by. */
export type IndexedTool = Pick<Tool, 'name' | 'description' | 'parameters'> &
  Partial<Pick<Tool, 'aliases' | 'shortDescription' | 'whenToUse' | 'category' | 'tags' | 'examples'>>;

/** The texts of a tool, from what says most about it to what says least. */
export function fieldsOf(tool: IndexedTool): readonly Field[] {
  const {
    description,
    shortDescription = '',
    whenToUse = '',
    category = '',
    tags = [],
    examples = [],
  } = tool;
  const isTold = shortDescription === '' || description.includes(shortDescription.replace(/…$/u, ''));
  return [
    { text: [tool.name, ...(tool.aliases ?? [])].join(' '), weight: 3, usualLength: 3, lengthMatters: 0.5 },
    {
      text: isTold ? description : `${shortDescription} ${description}`,
      weight: 2,
      usualLength: 14,
      lengthMatters: 0.7,
    },
    {
      text: [category === 'general' ? '' : category, ...tags].join(' '),
      weight: 1.5,
      usualLength: 2,
      lengthMatters: 0.5,
    },
    { text: whenToUse, weight: 1.5, usualLength: 10, lengthMatters: 0.7 },
    {
      text: examples.map((example) => example.description).join(' '),
      weight: 1,
      usualLength: 15,
      lengthMatters: 0.8,
    },
    { text: parameterTexts(tool.parameters).join(' '), weight: 0.8, usualLength: 60, lengthMatters: 0.8 },
  ];
}

/** The names, descriptions and choices of parameters, at any depth. */
function parameterTexts(schema: JsonSchemaObject): string[] {
  const texts: string[] = [];
  const waiting: JsonSchema[] = [schema];
  for (let next = waiting.pop(); next !== undefined && texts.length < most; next = waiting.pop()) {
    if (typeof next !== 'object') continue;
    const { properties = {} } = next;
    for (const name of Object.keys(properties)) {
      const part = properties[name];
      texts.push(name);
      if (typeof part !== 'object') continue;
      if (part.description !== undefined) texts.push(part.description);
      for (const choice of part.enum ?? []) if (typeof choice === 'string') texts.push(choice);
      waiting.push(part);
    }
    if (next.items !== undefined) waiting.push(...[next.items].flat());
  }
  return texts;
}

const most = 500;
