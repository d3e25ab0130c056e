import { useEffect, useState } from 'preact/hooks';
import type { JSX } from 'preact';
import type { Tone } from './badge.tsx';
import { visible } from './given.tsx';

interface GraphNode {
  readonly id: string;
  readonly title: string;
  readonly subtitle: string;
  /** What the colour means, in a word. */
  readonly state: string;
  readonly tone: Tone;
  readonly href: string;
  readonly current: boolean;
  /** Those that come before it. */
  readonly after: readonly string[];
}

interface GraphProps {
  readonly label: string;
  readonly nodes: readonly GraphNode[];
}

interface Layout {
  readonly width: number;
  readonly height: number;
  readonly places: ReadonlyMap<string, { readonly x: number; readonly y: number }>;
  readonly edges: readonly { readonly key: string; readonly path: string }[];
}

const width = 172;
const height = 46;

/** What comes before what, as a picture. Every node is a link, so keys reach it; they go in the order of the list. */
export function Graph({ label, nodes }: GraphProps): JSX.Element | null {
  const [layout, setLayout] = useState<Layout>();
  const shape = JSON.stringify(nodes.map(({ id, after }) => [id, after]));
  // Where things stand depends on the shape alone: states change, the picture stays where it is.
  useEffect(() => {
    let gone = false;
    void arrange(nodes).then((made) => gone || setLayout(made));
    return () => {
      gone = true;
    };
  }, [shape]);
  if (layout === undefined) return null;
  return (
    <div class="graph" tabIndex={0} role="group" aria-label={label}>
      <svg width={layout.width} height={layout.height} viewBox={`0 0 ${layout.width} ${layout.height}`}>
        <g aria-hidden="true">
          {layout.edges.map(({ key, path }) => (
            <path key={key} class="edge" d={path} />
          ))}
        </g>
        {nodes.map((node) => {
          const place = layout.places.get(node.id);
          return place && <Box key={node.id} node={node} x={place.x} y={place.y} />;
        })}
      </svg>
    </div>
  );
}

function Box({
  node,
  x,
  y,
}: {
  readonly node: GraphNode;
  readonly x: number;
  readonly y: number;
}): JSX.Element {
  const { title, subtitle, state, tone, href, current } = node;
  return (
    <g transform={`translate(${x - width / 2} ${y - height / 2})`}>
      <a href={href} class={`node ${tone}`} aria-current={current ? 'true' : undefined}>
        <title>{visible(`${title}, ${subtitle}, ${state}`)}</title>
        <rect width={width} height={height} rx={6} />
        <text x={10} y={19} class="title">
          {cut(title, 20)}
        </text>
        <text x={10} y={36} class="subtitle">
          {cut(`${state} · ${subtitle}`, 26)}
        </text>
      </a>
    </g>
  );
}

function cut(text: string, most: number): string {
  const shown = visible(text);
  return shown.length > most ? `${shown.slice(0, most - 1)}…` : shown;
}

/** The library that arranges comes when there is something to arrange. */
async function arrange(nodes: readonly GraphNode[]): Promise<Layout> {
  const { graphlib, layout } = await import('@dagrejs/dagre');
  const graph = new graphlib.Graph();
  graph.setGraph({ rankdir: 'LR', nodesep: 14, ranksep: 42, marginx: 6, marginy: 6 });
  graph.setDefaultEdgeLabel(() => ({}));
  const known = new Set(nodes.map(({ id }) => id));
  for (const { id } of nodes) graph.setNode(id, { width, height });
  for (const { id, after } of nodes)
    for (const before of after) if (known.has(before)) graph.setEdge(before, id);
  layout(graph);
  const size = graph.graph() as { readonly width?: number; readonly height?: number };
  return {
    width: Math.ceil(size.width ?? width),
    height: Math.ceil(size.height ?? height),
    places: new Map(nodes.map(({ id }) => [id, graph.node(id) as { x: number; y: number }])),
    edges: graph.edges().map((edge: { readonly v: string; readonly w: string }) => ({
      key: JSON.stringify([edge.v, edge.w]),
      path: pathThrough((graph.edge(edge) as { points: readonly { x: number; y: number }[] }).points),
    })),
  };
}

function pathThrough(points: readonly { readonly x: number; readonly y: number }[]): string {
  return points
    .map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`)
    .join('');
}
