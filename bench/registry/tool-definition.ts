/** A definition of ordinary size, unlike any other: no two share a name, a text or a schema. */
export function toolDefinition(index: number): ReturnType<typeof build> {
  return build(toolName(index), aliasOf(index), index);
}

/** A new string each time: a look-up must compare the text, as it must with a name that a model wrote. */
export function toolName(index: number): string {
  return `${areas[index % areas.length]}_${verbs[(index >> 3) % verbs.length]}_${scatter(index)}`;
}

export function aliasOf(index: number): string {
  return `${scatter(index)}_${areas[index % areas.length]}`;
}

const areas = ['invoice', 'calendar', 'repository', 'message', 'customer', 'weather', 'document', 'shipment'];
const verbs = ['create', 'find', 'update', 'archive', 'compare', 'export', 'assign', 'validate'];

/** Neighbours get names far apart; odd factors lose no number. */
function scatter(index: number): string {
  return (Math.imul(index + 1, 0x9e3779b1) >>> 0).toString(36);
}

function build(name: string, alias: string, index: number) {
  return {
    name,
    aliases: [alias],
    description: `Works on the records of ${name}. Returns what was found or changed, the newest first.`,
    category: 'search',
    annotations: { readOnly: true },
    parameters: {
      type: 'object',
      properties: {
        query: { type: 'string', description: `What to look for in ${name}`, minLength: 1 },
        limit: {
          type: 'integer',
          description: 'How many at most',
          minimum: 1,
          maximum: index + 1,
          default: 1,
        },
        order: { type: 'string', enum: ['newest', 'oldest', `rank_${index}`] },
        labels: { type: 'array', items: { type: 'string' }, description: 'Only those with all of these' },
      },
      required: ['query'],
    },
    run: answer,
  };
}

function answer(): string {
  return '';
}
