import { parseAst } from 'rolldown/parseAst';

/** One change of a source that its tests should notice. */
export interface Mutant {
  /** What stands there instead. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** `expression`: the text stands in its place. `prologue`: the text is put there as a statement that may leave early. */
  readonly place: 'expression' | 'prologue';
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

const operators: { readonly [operator: string]: readonly string[] } = {
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '===': ['!=='],
  '!==': ['==='],
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '%': ['*'],
  '&': ['|'],
  '|': ['&'],
  '<<': ['>>'],
  '>>': ['<<'],
  '>>>': ['<<'],
  '&&': ['||'],
  '||': ['&&'],
  '??': ['&&'],
};

/** A method and the one that stands for it; without one, what it was called on does. */
const methods: { readonly [name: string]: string | undefined } = {
  some: 'every',
  every: 'some',
  startsWith: 'endsWith',
  endsWith: 'startsWith',
  toLowerCase: 'toUpperCase',
  toUpperCase: 'toLowerCase',
  min: 'max',
  max: 'min',
  filter: undefined,
  slice: undefined,
  trim: undefined,
  sort: undefined,
  toSorted: undefined,
  reverse: undefined,
};

/** Every mutant of a source, in the order in which they stand there. What is only text for people or for types has none. */
export function mutantsOf(source: string): readonly Mutant[] {
  const found: Mutant[] = [];
  const textOf = ({ start, end }: Node): string => source.slice(start, end);
  const replace = (node: Node, ...texts: readonly string[]): void => {
    for (const text of texts) found.push({ text, start: node.start, end: node.end, place: 'expression' });
  };
  const leave = (at: number, text: string): void => {
    found.push({ text, start: at, end: at, place: 'prologue' });
  };

  const look: { readonly [type: string]: (node: Node) => void } = {
    BinaryExpression(node) {
      const { left, right, operator } = node as Node & { left: Node; right: Node; operator: string };
      if (operator === '+' && (isText(left) || isText(right))) return;
      for (const other of operators[operator] ?? [])
        replace(node, `(${textOf(left)}) ${other} (${textOf(right)})`);
    },
    LogicalExpression: (node) => look['BinaryExpression']?.(node),
    UnaryExpression(node) {
      const { argument, operator } = node as Node & { argument: Node; operator: string };
      if (operator === '!' || operator === '-') replace(node, textOf(argument));
    },
    UpdateExpression(node) {
      const text = textOf(node);
      replace(node, text.includes('++') ? text.replace('++', '--') : text.replace('--', '++'));
    },
    Literal(node) {
      const { value, regex } = node as Node & { value: unknown; regex?: { pattern: string; flags: string } };
      if (typeof value === 'boolean') replace(node, String(!value));
      if (regex === undefined) return;
      const { pattern, flags } = regex;
      if (pattern.startsWith('^')) replace(node, `/${pattern.slice(1)}/${flags}`);
      if (/[^\\]\$$/u.test(pattern)) replace(node, `/${pattern.slice(0, -1)}/${flags}`);
    },
    ConditionalExpression: (node) => replace(node['test'] as Node, 'true', 'false'),
    IfStatement: (node) => replace(node['test'] as Node, 'true', 'false'),
    WhileStatement: (node) => replace(node['test'] as Node, 'false'),
    DoWhileStatement: (node) => replace(node['test'] as Node, 'false'),
    ForStatement(node) {
      if (node['test'] !== null) replace(node['test'] as Node, 'false');
    },
    ArrayExpression(node) {
      if ((node['elements'] as readonly unknown[]).length > 0) replace(node, '[]');
    },
    ArrowFunctionExpression(node) {
      const { body, expression } = node as Node & { body: Node; expression: boolean };
      if (expression) {
        if (textOf(body) !== 'undefined') replace(body, 'undefined');
      } else look['FunctionExpression']?.(node);
    },
    FunctionExpression(node) {
      const body = node['body'] as (Node & { body: readonly unknown[] }) | null;
      if (body !== null && body.body.length > 0) leave(body.start + 1, 'return;');
    },
    FunctionDeclaration: (node) => look['FunctionExpression']?.(node),
    SwitchCase(node) {
      const [first] = node['consequent'] as readonly Node[];
      if (first !== undefined)
        leave(first.type === 'BlockStatement' ? first.start + 1 : first.start, 'break;');
    },
    ExpressionStatement(node) {
      const expression = node['expression'] as Node;
      if (textOf(expression).startsWith('super(') || expression.type === 'Literal') return;
      if (expression.type !== 'UpdateExpression') replace(expression, 'undefined');
    },
    ChainExpression(node) {
      const text = textOf(node);
      const at = text.indexOf('?.');
      const rest = text.slice(at + 2);
      replace(node, `${text.slice(0, at)}${rest.startsWith('[') || rest.startsWith('(') ? '' : '.'}${rest}`);
    },
    CallExpression(node) {
      const { callee } = node as Node & { callee: Node };
      if (callee.type !== 'MemberExpression' || callee['computed'] === true) return;
      const { object, property } = callee as Node & { object: Node; property: Node & { name: string } };
      if (!Object.hasOwn(methods, property.name)) return;
      const other = methods[property.name];
      const given = source.slice(property.end, node.end);
      replace(node, other === undefined ? textOf(object) : `${textOf(object)}.${other}${given}`);
    },
  };

  // What is inside of `a?.b.c` ends with the whole of it when there is no `a`: alone it would not.
  const visit = (node: Node, isLink: boolean): void => {
    if (!isLink) look[node.type]?.(node);
    const isChain = isLink || node.type === 'ChainExpression';
    for (const [key, value] of Object.entries(node)) {
      if (isOfTypes(node, key)) continue;
      const isNext = isChain && ['expression', 'object', 'callee'].includes(key);
      for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) visit(child, isNext);
    }
  };
  visit(parseAst(source, { lang: 'ts' }) as unknown as Node, false);
  return found.toSorted((a, b) => a.start - b.start || b.end - a.end);
}

const carriers = new Set(['TSAsExpression', 'TSNonNullExpression', 'TSSatisfiesExpression']);
const typeKeys = new Set([
  'typeAnnotation',
  'typeArguments',
  'typeParameters',
  'returnType',
  'superTypeArguments',
  'implements',
]);

/** A constructor that leaves early is not one. */
function isOfTypes({ type, kind }: Node, key: string): boolean {
  if (typeKeys.has(key)) return true;
  if (type.startsWith('TS')) return !(carriers.has(type) && key === 'expression');
  return type === 'MethodDefinition' && kind === 'constructor' && key === 'value';
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';
}

function isText({ type, value }: Node): boolean {
  return type === 'TemplateLiteral' || (type === 'Literal' && typeof value === 'string');
}
