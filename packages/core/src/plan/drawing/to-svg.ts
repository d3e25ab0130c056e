import type { Drawing, DrawnNode } from './drawing.ts';
import { toLayers } from './layers.ts';

const size = { height: 44, gapX: 28, gapY: 46, margin: 20, letter: 7.6, least: 96, bend: 10 };

interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

/** A plan as a picture that reads in light and dark. A dashed line only waits; a solid one brings an output. */
export function toSvg(drawing: Drawing): string {
  const { places, width, height, bendsOf } = placeAll(drawing);
  const at = (id: string): Place => places.get(id) as Place;
  const edges = drawing.nodes.flatMap(({ id, dependsOn }) =>
    dependsOn.map((before) => {
      const way = [before.id, ...bendsOf(before.id, id), id].map(at);
      return `<path class="edge${before.usesOutput ? '' : ' waits'}" d="${line(way)}" marker-end="url(#tip)"/>`;
    }),
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">`,
    `<title>${escaped(drawing.name)}</title>`,
    `<style>${style}</style>`,
    '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0 8 4 0 8z"/></marker></defs>',
    `<rect class="ground" width="${width}" height="${height}"/>`,
    ...edges,
    ...drawing.nodes.map((node) => box(node, at(node.id))),
    '</svg>',
  ].join('\n');
}

/** The rows below each other, each in the middle. */
function placeAll(drawing: Drawing): {
  readonly places: ReadonlyMap<string, Place>;
  readonly width: number;
  readonly height: number;
  readonly bendsOf: (from: string, to: string) => readonly string[];
} {
  const { rows, bendsOf } = toLayers(drawing);
  const widths = new Map(drawing.nodes.map((node) => [node.id, widthOf(node)]));
  const widthAt = (id: string): number => widths.get(id) ?? size.bend;
  const lengths = rows.map((row) => row.reduce((sum, id) => sum + widthAt(id) + size.gapX, -size.gapX));
  const width = Math.ceil(Math.max(0, ...lengths) + 2 * size.margin);
  const places = new Map<string, Place>();
  for (const [index, row] of rows.entries()) {
    let x = (width - (lengths[index] ?? 0)) / 2;
    const y = size.margin + index * (size.height + size.gapY);
    for (const id of row) {
      places.set(id, { x: round(x), y, width: widthAt(id) });
      x += widthAt(id) + size.gapX;
    }
  }
  const height = 2 * size.margin + rows.length * (size.height + size.gapY) - size.gapY;
  return { places, width, height, bendsOf };
}

function widthOf({ id, tool }: DrawnNode): number {
  const cells = (text: string): number =>
    Array.from(text).reduce((sum, sign) => sum + ((sign.codePointAt(0) ?? 0) > 0x2e7f ? 1.8 : 1), 0);
  return Math.max(size.least, Math.ceil(Math.max(cells(id) + 4, cells(tool)) * size.letter) + 20);
}

function box({ id, tool, state, isFanOut, isConditional }: DrawnNode, { x, y, width }: Place): string {
  const middle = round(x + width / 2);
  const rect = (className: string, by: number): string =>
    `<rect class="${className}" x="${x + by}" y="${y + by}" width="${width}" height="${size.height}" rx="7"/>`;
  const mark = `${isConditional ? '? ' : ''}${isFanOut ? '× ' : ''}`;
  return [
    `<g class="${state ?? 'planned'}">`,
    isFanOut ? rect('box', 5) : '',
    rect('box', 0),
    `<text x="${middle}" y="${y + 19}">${escaped(mark + id)}</text>`,
    `<text class="tool" x="${middle}" y="${y + 35}">${escaped(tool)}</text>`,
    `<title>${escaped(state === undefined ? id : `${id}: ${state}`)}</title></g>`,
  ].join('');
}

/** From below the first to above the last, straight through the rows between. */
function line(way: readonly Place[]): string {
  const middle = ({ x, width }: Place): number => round(x + width / 2);
  const [first, ...rest] = way as readonly [Place, ...Place[]];
  let [x, y] = [middle(first), first.y + size.height];
  let path = `M${x} ${y}`;
  for (const place of rest) {
    const bend = (place.y - y) / 2;
    path += `C${x} ${y + bend} ${middle(place)} ${place.y - bend} ${middle(place)} ${place.y}`;
    [x, y] = [middle(place), place.y];
    if (place === rest.at(-1)) break;
    y += size.height;
    path += `V${y}`;
  }
  return path;
}

/** First for light, then for dark; colours of states are for both. */
const style = [
  'svg{color-scheme:light dark;font:13px system-ui,sans-serif}',
  'text{fill:#1f2328;text-anchor:middle}.tool{font-size:11px;opacity:.75}',
  '.ground{fill:#fff}.box{fill:#fff;stroke:#6e7781;stroke-width:1.5}',
  '.edge{fill:none;stroke:#6e7781;stroke-width:1.4}.waits{stroke-dasharray:5 4}marker path{fill:#6e7781}',
  '@media(prefers-color-scheme:dark){text{fill:#e6edf3}.ground,.box{fill:#161b22}.box,.edge{stroke:#8b949e}.edge{fill:none}marker path{fill:#8b949e}}',
  '.succeeded .box{stroke:#2f9e5b;stroke-width:2}.failed .box{stroke:#d9403a;stroke-width:2.5}',
  '.running .box{stroke:#2f7de1;stroke-width:2.5}.parked .box{stroke:#b7791f;stroke-width:2.5}',
  '.outcome_unknown .box{stroke:#b7791f;stroke-width:2.5;stroke-dasharray:6 3}',
  '.skipped,.cancelled,.waiting{opacity:.7}.skipped .box,.waiting .box{stroke-dasharray:4 3}',
].join('');

/** Names come from other people: what could be markup is written by its number, what could hide something not at all. */
function escaped(text: string): string {
  return text.replaceAll(/[<>&"'\p{Cc}\p{Cf}\p{Cs}]/gu, (sign) =>
    /[<>&"']/u.test(sign) ? `&#${sign.codePointAt(0)};` : '\ufffd',
  );
}

function round(number: number): number {
  return Math.round(number * 10) / 10;
}
