import { stemmer } from 'stemmer';
import { linesOf, mainMeaningsOf, meaningsInSigns, meaningsOf, type Meaning } from './meanings.ts';
import { apart } from './words.ts';

/** What a request is about, or what is wanted of it: names, each with the meanings that speak for it. */
export type KindTable = Readonly<Record<string, string>>;

/** One that a text speaks for, and how clearly: 1 when nothing speaks for another. */
export interface Kind {
  readonly name: string;
  readonly share: number;
}

/** What is to be done. Each word stands for its line of the lexicon, with all that means the same in both languages. */
export const intents: KindTable = {
  search: 'find filter',
  read: 'get show open tell know listen watch ask',
  create: 'create add draw design compose register',
  write: 'write update configure move rename copy',
  delete: 'delete cancel',
  send: 'send share notify upload invite answer',
  convert: 'convert translate compress merge split crop export import',
  calculate: 'calculate subtract multiply divide percentage',
  analyze: 'analyze compare check summarize classify detect extract',
  predict: 'predict simulate',
  recommend: 'recommend',
  book: 'reserve buy pay sell schedule subscribe',
  run: 'start stop pause install control manage play download print',
};

/** What it is about. */
export const scenes: KindTable = {
  file: 'document folder pdf backup compress rename scan print',
  code: 'code bug repository version developer algorithm api',
  network: 'website url domain internet browser server cloud download upload',
  data_analysis:
    'data database spreadsheet report chart statistics trend average maximum minimum probability count population',
  mathematics:
    'mathematics equation square triangle circle angle prime subtract multiply divide calculate number area volume',
  media: 'image video music audio podcast camera album playlist screenshot color draw logo font presentation',
  system: 'computer process memory cpu system device battery security permission encrypt virus install',
  communication:
    'email message call chat contact meeting notify social twitter facebook instagram blog follower',
  calendar: 'calendar time date holiday timezone reminder birthday',
  travel:
    'travel flight train bus subway car taxi ship route map road parking location distance coordinates hotel passport luggage attraction beach traffic',
  finance:
    'money currency stock crypto invest bank account mortgage interest tax income budget debt retirement accounting transaction insurance',
  shopping:
    'buy price discount product store cart order shipping return gift inventory invoice fashion shoe jewelry',
  weather: 'weather temperature rain wind snow humidity air earthquake disaster',
  health: 'health doctor disease patient drug treatment fitness sleep heart mental diet weight',
  food: 'food restaurant recipe ingredient drink fruit',
  education: 'education school course student teacher exam homework research article novel library knowledge',
  language: 'language translate grammar word sentence definition synonym poem',
  entertainment:
    'movie tv game sport football basketball tennis match player concert joke puzzle chess ticket theater',
  news: 'news election government military',
  law: 'law court contract policy crime',
  work: 'job career resume interview skill project task team company marketing sales customer',
  home: 'home smart light door appliance furniture clean garden property',
  science: 'physics chemistry biology space energy electric speed force experiment animal ocean environment',
};

/** The kinds that a text speaks for, the clearest first; none when no word of it does. */
export type KindReader = (text: string) => readonly Kind[];

/** Reads texts by a table. What stands first in a text says most. */
export function createKindReader(table: KindTable): KindReader {
  const kindsOf = new Map<Meaning, string[]>();
  for (const [name, words] of Object.entries(table))
    for (const word of words.split(' '))
      for (const meaning of mainMeaningsOf(word))
        kindsOf.set(meaning, [...(kindsOf.get(meaning) ?? []), name]);
  return (text) => {
    const scores = new Map<string, number>();
    let at = 0;
    for (const { meanings, worth } of readMeanings(text)) {
      const weight = worth / (1 + at++ / 8) / meanings.length;
      for (const meaning of meanings)
        for (const name of kindsOf.get(meaning) ?? []) scores.set(name, (scores.get(name) ?? 0) + weight);
    }
    const all = [...scores.values()].reduce((sum, score) => sum + score, 0);
    return Array.from(scores, ([name, score]) => ({ name, share: score / all })).toSorted(
      (one, other) => other.share - one.share,
    );
  };
}

/** How much two readings agree: 1 when they are the same, 0 when they share nothing. */
export function agreement(one: readonly Kind[], other: readonly Kind[]): number {
  return one.reduce(
    (sum, { name, share }) => sum + Math.min(share, other.find((kind) => kind.name === name)?.share ?? 0),
    0,
  );
}

/** In the middle where one of them says nothing. */
export function agreementOf(asked: readonly Kind[], offered: readonly Kind[]): number {
  return asked.length === 0 || offered.length === 0 ? 0.5 : agreement(asked, offered);
}

interface MeantWord {
  readonly meanings: readonly Meaning[];
  readonly worth: number;
}

/** The words of a text that mean something, in their order. */
function readMeanings(text: string): MeantWord[] {
  const cut = text.slice(0, longest);
  const english = (apart(cut).match(/[a-z]+/gu) ?? []).map((word) => ({
    meanings: meaningsOf(stemmer(word)),
    worth: 1,
  }));
  // A single sign is as often a part of a name.
  const chinese = meaningsInSigns(cut).map(({ said, meanings }) => ({
    meanings: linesOf(meanings),
    worth: said.length === 1 ? 0.3 : 1,
  }));
  return [...english, ...chinese].filter(({ meanings }) => meanings.length > 0);
}

const longest = 2000;
