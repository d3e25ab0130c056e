/** The refusals of Gemini's API, as people met them. */
export function geminiFaults(schema: unknown): readonly string[] {
  if (typeof schema !== 'object' || schema === null) return [`not a schema: ${JSON.stringify(schema)}`];
  const node = new Map<string, unknown>(Object.entries(schema));
  const properties = node.get('properties');
  const names = typeof properties === 'object' && properties !== null ? Object.keys(properties) : [];
  const faults = [...node.keys()]
    .filter((keyword) => !geminiKeywords.has(keyword))
    .map((word) => `Unknown name ${word}`);
  if (node.has('type') === node.has('anyOf')) faults.push('type: must be specified when not using any_of');
  if (typeof node.get('type') !== 'string' && !node.has('anyOf')) faults.push('type: not a single one');
  if (node.get('type') === 'null') faults.push('type: null can not be the only possible type');
  if (node.has('enum') && node.get('type') !== 'string') faults.push('enum: only allowed for STRING type');
  for (const value of listOf(node.get('enum')))
    if (typeof value !== 'string' || value === '') faults.push('enum: cannot be empty');
  if (node.has('items') !== (node.get('type') === 'array')) faults.push('items: missing field');
  if (node.has('properties') && node.get('type') !== 'object')
    faults.push('properties: only allowed for OBJECT type');
  for (const name of listOf(node.get('required')))
    if (!names.some((known) => known === name)) faults.push('required: not defined');
  const inner = [
    ...listOf(node.get('anyOf')),
    ...(node.has('items') ? [node.get('items')] : []),
    ...(typeof properties === 'object' && properties !== null ? Object.values(properties) : []),
  ];
  return [...faults, ...inner.flatMap(geminiFaults)];
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

const geminiKeywords: ReadonlySet<string> = new Set(
  (
    'anyOf default description enum format items maxItems maxLength maxProperties maximum ' +
    'minItems minLength minProperties minimum nullable pattern properties required title type'
  ).split(' '),
);
