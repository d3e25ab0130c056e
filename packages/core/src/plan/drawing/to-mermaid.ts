import type { Drawing, DrawnNode } from './drawing.ts';

/** A plan as a Mermaid flowchart. A dotted line only waits; a solid one brings an output. */
export function toMermaid({ nodes }: Drawing): string {
  const names = new Map(nodes.map(({ id }, index) => [id, `n${index}`]));
  const boxes = nodes.map((node, index) => `  n${index}${boxOf(node)}`);
  const edges = nodes.flatMap(({ dependsOn }, index) =>
    dependsOn.map(({ id, usesOutput }) => `  ${names.get(id)} ${usesOutput ? '-->' : '-.->'} n${index}`),
  );
  const states = nodes.flatMap(({ state }, index) =>
    state === undefined ? [] : [`  class n${index} ${state}`],
  );
  const classes =
    states.length === 0
      ? []
      : Object.entries(stateStyles).map(([state, style]) => `  classDef ${state} ${style}`);
  return ['flowchart TD', ...boxes, ...edges, ...classes, ...states].join('\n');
}

/** Strokes only: the fill is the reader's, light or dark. */
const stateStyles: Readonly<Record<NonNullable<DrawnNode['state']>, string>> = {
  waiting: 'stroke:#8a8a8a,stroke-dasharray:4 3',
  running: 'stroke:#2f7de1,stroke-width:3px',
  parked: 'stroke:#b7791f,stroke-width:3px',
  succeeded: 'stroke:#2f9e5b,stroke-width:2px',
  failed: 'stroke:#d9403a,stroke-width:3px',
  skipped: 'stroke:#8a8a8a,stroke-dasharray:2 4',
  cancelled: 'stroke:#8a8a8a,stroke-width:2px',
  outcome_unknown: 'stroke:#b7791f,stroke-width:3px,stroke-dasharray:6 3',
};

/** A fan-out is a stack, what has a condition a rhomb-like hexagon, all else a box. */
function boxOf({ id, tool, isFanOut, isConditional }: DrawnNode): string {
  const text = `"${quoted(id)}<br/>${quoted(tool)}"`;
  if (isFanOut) return `[[${text}]]`;
  return isConditional ? `{{${text}}}` : `[${text}]`;
}

/** Mermaid reads HTML and its own signs inside of quotation marks: everything but letters and figures is escaped. */
function quoted(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N} _.@-]/gu, (sign) => `#${sign.codePointAt(0)};`);
}
