import type { Drawing, DrawnNode } from './drawing.ts';
import { toLayers } from './layers.ts';

const size = { height: 44, gapX: 28, gapY: 46, margin: 20, letter: 7.6, least: 96 };

interface Placed {
  readonly node: DrawnNode;
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

/** A plan as a picture that reads in light and dark. A dashed line only waits; a solid one brings an output. */
export function toSvg(drawing: Drawing): string {
  const { places, width, height } = placeAll(drawing);
  const edges = drawing.nodes.flatMap(({ id, dependsOn }) =>
    dependsOn.flatMap((before) => {
      const [from, to] = [places.get(before.id), places.get(id)];
      return from === undefined || to === undefined ? [] : [edge(from, to, before.usesOutput)];
    }),
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">`,
    `<title>${escaped(drawing.name)}</title>`,
    `<style>${style}</style>`,
    '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0 8 4 0 8z"/></marker></defs>',
    ...edges,
    ...[...places.values()].map(box),
    '</svg>',
  ].join('\n');
}

/** The rows below each other, each in the middle. */
function placeAll(drawing: Drawing): { places: Map<string, Placed>; width: number; height: number } {
  const byId = new Map(drawing.nodes.map((node) => [node.id, node]));
  const rows = toLayers(drawing).rows.map((row) => row.map((id) => byId.get(id) as DrawnNode));
  const lengths = rows.map((row) => row.reduce((sum, node) => sum + widthOf(node) + size.gapX, -size.gapX));
  const width = Math.ceil(Math.max(0, ...lengths) + 2 * size.margin);
  const places = new Map<string, Placed>();
  for (const [index, row] of rows.entries()) {
    let x = (width - (lengths[index] ?? 0)) / 2;
    const y = size.margin + index * (size.height + size.gapY);
    for (const node of row) {
      places.set(node.id, { node, x, y, width: widthOf(node) });
      x += widthOf(node) + size.gapX;
    }
  }
  return { places, width, height: 2 * size.margin + rows.length * (size.height + size.gapY) - size.gapY };
}

function widthOf({ id, tool }: DrawnNode): number {
  const cells = (text: string): number =>
    Array.from(text).reduce((sum, sign) => sum + ((sign.codePointAt(0) ?? 0) > 0x2e7f ? 1.8 : 1), 0);
  return Math.max(size.least, Math.ceil(Math.max(cells(id), cells(tool) * 0.9) * size.letter) + 28);
}

function box({ node, x, y, width }: Placed): string {
  const { id, tool, state, isFanOut, isConditional } = node;
  const [left, middle] = [round(x), round(x + width / 2)];
  const shadow = isFanOut
    ? `<rect class="back" x="${left + 5}" y="${y + 5}" width="${width}" height="${size.height}" rx="7"/>`
    : '';
  const mark = `${isConditional ? '? ' : ''}${isFanOut ? '× ' : ''}`;
  return [
    `<g class="${state ?? 'planned'}">${shadow}`,
    `<rect x="${left}" y="${y}" width="${width}" height="${size.height}" rx="7"/>`,
    `<text x="${middle}" y="${y + 19}">${escaped(mark + id)}</text>`,
    `<text class="tool" x="${middle}" y="${y + 35}">${escaped(tool)}</text>`,
    `<title>${escaped(state === undefined ? id : `${id}: ${state}`)}</title></g>`,
  ].join('');
}

function edge(from: Placed, to: Placed, usesOutput: boolean): string {
  const [x1, y1] = [round(from.x + from.width / 2), from.y + size.height];
  const [x2, y2] = [round(to.x + to.width / 2), to.y];
  const bend = round((y2 - y1) / 2);
  return `<path class="edge${usesOutput ? '' : ' waits'}" d="M${x1} ${y1}C${x1} ${y1 + bend} ${x2} ${y2 - bend} ${x2} ${y2}" marker-end="url(#tip)"/>`;
}

/** Colours of the reader's scheme, and of the states. */
const style =
  ':root{color-scheme:light dark}svg{--ink:#1f2328;--line:#6e7781;--face:#fff;background:var(--face);font:13px system-ui,sans-serif}@media(prefers-color-scheme:dark){svg{--ink:#e6edf3;--line:#8b949e;--face:#161b22}}text{fill:var(--ink);text-anchor:middle}.tool{font-size:11px;opacity:.75}rect{fill:var(--face);stroke:var(--line);stroke-width:1.5}.back{opacity:.6}.edge{fill:none;stroke:var(--line);stroke-width:1.4}.waits{stroke-dasharray:5 4}marker path{fill:var(--line)}.succeeded rect{stroke:#2f9e5b;stroke-width:2}.failed rect{stroke:#d9403a;stroke-width:2.5}.running rect{stroke:#2f7de1;stroke-width:2.5}.parked rect{stroke:#b7791f;stroke-width:2.5}.skipped,.cancelled,.waiting{opacity:.7}.skipped rect,.waiting rect{stroke-dasharray:4 3}';

/** Names come from other people: what is no plain letter is written by its number. */
function escaped(text: string): string {
  return text.replaceAll(/[<>&"'\p{Cc}\p{Cf}\p{Cs}]/gu, (sign) =>
    /[<>&"']/u.test(sign) ? `&#${sign.codePointAt(0)};` : '\ufffd',
  );
}

function round(number: number): number {
  return Math.round(number * 10) / 10;
}
