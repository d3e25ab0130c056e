import { create, insert, search as searchOrama } from '@orama/orama';
import MiniSearch from 'minisearch';
import { stemmer } from 'stemmer';
import { Discovery, ToolIndex } from '../../packages/core/dist/discovery/index.js';
import type { DataTool } from './data.ts';
import { serviceOf } from './service-of.ts';

export interface Engine {
  readonly name: string;
  /** Gives the names of the tools that suit a request, the best first. */
  index(tools: readonly DataTool[]): (text: string) => readonly string[];
}

const boost = { name: 3, description: 2, category: 1.5, parameters: 0.6 };
type Field = keyof typeof boost;
const fields = Object.keys(boost) as Field[];

/** A tokeniser as good as a library's user could write one: identifiers split, stems, no stop words, Chinese in words and pairs. */
function tokens(text: string): string[] {
  const found: string[] = [];
  const apart = text.replaceAll(/(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/gu, ' ').toLowerCase();
  for (const [run] of apart.matchAll(/\p{Script=Han}+|[a-zà-ÿ]+/gu)) {
    if (/\p{Script=Han}/u.test(run)) {
      const signs = Array.from(run);
      for (const { segment } of segmenter.segment(run)) if (segment.length > 1) found.push(segment);
      for (let at = 0; at + 1 < signs.length; at++) found.push(`${signs[at]}${signs[at + 1]}`);
    } else if (run.length > 1 && !stops.has(run)) found.push(stemmer(run));
  }
  return found;
}

const segmenter = new Intl.Segmenter('zh', { granularity: 'word' });
const stops = new Set(
  'a an the this that these those i me my we us our you your it its they them and or but if so to of in on at by for from with about as is are was were be been am do does did have has had can could will would shall should may might must need want like please help let get give tell show know what which who when where why how there here some any all no not'.split(
    ' ',
  ),
);

function textOf(tool: DataTool, field: Field): string {
  return field === 'parameters' ? parameterText(tool.parameters) : tool[field];
}

function parameterText(schema: DataTool['parameters']): string {
  const words: string[] = [];
  for (const [name, part] of Object.entries(schema.properties ?? {})) {
    if (typeof part !== 'object') continue;
    words.push(name, part.description ?? '', ...(part.enum ?? []).map(String), parameterText(part));
  }
  return words.join(' ');
}

/** What an application and `search_tools` ask. */
const discovery: Engine = {
  name: 'Toolcrib',
  index(tools) {
    const { service, nameOf } = serviceOf(tools);
    const finder = new Discovery(service);
    return (text) => finder.find(text).map(({ tool }) => nameOf(tool.name) ?? '');
  },
};

const index: Engine = {
  name: 'Toolcrib, its index alone',
  index(tools) {
    const toolIndex = new ToolIndex();
    for (const tool of tools) toolIndex.add(tool);
    return (text) => toolIndex.search(text).map(({ name }) => name);
  },
};

const miniSearch: Engine = {
  name: 'MiniSearch, tuned',
  index(tools) {
    const mini = new MiniSearch({
      fields,
      idField: 'name',
      extractField: (tool, field) => (field === 'id' ? '' : textOf(tool as DataTool, field as Field)),
      tokenize: tokens,
      processTerm: (term) => term,
      searchOptions: { boost, tokenize: tokens, combineWith: 'OR' },
    });
    mini.addAll([...tools]);
    return (text) =>
      mini
        .search(text)
        .slice(0, 10)
        .map(({ id }) => id as string);
  },
};

const orama: Engine = {
  name: 'Orama, tuned',
  index(tools) {
    const database = create({
      schema: {
        id: 'string',
        name: 'string',
        description: 'string',
        category: 'string',
        parameters: 'string',
      },
      components: { tokenizer: { language: 'english', normalizationCache: new Map(), tokenize: tokens } },
    });
    for (const tool of tools)
      void insert(database, {
        id: tool.name,
        ...Object.fromEntries(fields.map((field) => [field, textOf(tool, field)])),
      } as never);
    return (text) => {
      const found = searchOrama(database, {
        term: text,
        boost,
        limit: 10,
        threshold: 1,
        properties: fields,
      } as never);
      return (found as unknown as { hits: { id: string }[] }).hits.map(({ id }) => id);
    };
  },
};

/** Fields one after the other in one text, or each for itself with weights. */
function bm25(name: string, weights: Readonly<Record<Field, number>>, lengthMatters: number): Engine {
  return {
    name,
    index(tools) {
      const counts = tools.map((tool) => {
        const terms = new Map<string, number>();
        let length = 0;
        for (const field of fields)
          for (const term of tokens(textOf(tool, field))) {
            terms.set(term, (terms.get(term) ?? 0) + weights[field]);
            length += weights[field];
          }
        return { terms, length };
      });
      const usual = counts.reduce((sum, { length }) => sum + length, 0) / counts.length;
      const having = new Map<string, number>();
      for (const { terms } of counts)
        for (const term of terms.keys()) having.set(term, (having.get(term) ?? 0) + 1);
      return (text) => {
        const asked = [...new Set(tokens(text))];
        const scores = counts.map(({ terms, length }, index) => {
          let score = 0;
          for (const term of asked) {
            const count = terms.get(term);
            if (count === undefined) continue;
            const rarity = Math.log(
              1 + (tools.length - (having.get(term) ?? 0) + 0.5) / ((having.get(term) ?? 0) + 0.5),
            );
            score +=
              (rarity * count * 2.2) / (count + 1.2 * (1 - lengthMatters + (lengthMatters * length) / usual));
          }
          return { name: (tools[index] as DataTool).name, score };
        });
        return scores
          .filter(({ score }) => score > 0)
          .toSorted((one, other) => other.score - one.score)
          .slice(0, 10)
          .map((hit) => hit.name);
      };
    },
  };
}

export const engines: readonly Engine[] = [
  discovery,
  index,
  miniSearch,
  orama,
  bm25('BM25', { name: 1, description: 1, category: 1, parameters: 1 }, 0.75),
  bm25('BM25F', boost, 0.6),
];
