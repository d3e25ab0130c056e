import type { Figure } from '../measuring/figures.ts';
import type { LearningFigures } from './learning.ts';
import type { Quality } from './metrics.ts';
import type { Scale } from './scale.ts';

export interface Measured {
  /** Ours, by set. */
  readonly bySet: readonly (Quality & { readonly set: string })[];
  readonly filled: readonly { readonly name: string; readonly right: number }[];
  readonly none: readonly { readonly set: string; readonly none: number }[];
  readonly learned: readonly LearningFigures[];
  readonly scale: readonly Scale[];
}

const gains: { readonly [set: string]: number } = {
  metatool: 73,
  bfcl: 87,
  'acebench-zh': 96.5,
  'acebench-en': 97.5,
};
const calls: { readonly [set: string]: number } = {
  'bfcl non-live': 62,
  'bfcl live': 45,
  sealtools: 75,
  'acebench-zh': 40,
};

export function figuresOf({ bySet, filled, none, learned, scale }: Measured): Figure[] {
  const ten = learned.find(({ uses }) => String(uses) === '10')?.first ?? Number.NaN;
  const [, middle, largest] = scale as readonly [Scale, Scale, Scale];
  return [
    ...bySet.map(({ set, ndcg10 }) => percent(`${set}: nDCG among 10`, ndcg10, gains[set])),
    ...bySet
      .filter(({ set }) => set === 'sealtools')
      .map(({ set, all10 }) => percent(`${set}: all among 10`, all10, 97)),
    percent('metatool: first right, ten past requests for each tool', ten, 77),
    ...filled.map(({ name, right }) => percent(`${name}: all arguments right`, right, calls[name])),
    ...none.map(({ set, none: told }) =>
      percent(`${set}: told that none fits`, told, set === 'bfcl' ? 75 : undefined),
    ),
    cost('100,000 tools indexed', largest.build, 's', 6),
    cost('a search among 10,000, 95 %', middle.late, 'ms', 0.5),
    cost('a search among 100,000, 95 %', largest.late, 'ms', 5),
    cost('a tool added or removed, 95 %', largest.change, 'ms', 1),
    cost('a tool beyond its text', largest.bytes, 'bytes', 700),
  ];
}

function percent(what: string, value: number, target: number | undefined): Figure {
  return { what, value, unit: '%', better: 'more', ...(target !== undefined && { target }) };
}

function cost(what: string, value: number, unit: string, target: number): Figure {
  return { what, value, unit, better: 'less', target };
}
