import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Embed } from '@toolcrib/core/discovery';
import { openRegularFile } from '../../files/read-regular-file.ts';

/** Words that are read: such files begin with the most usual ones, and the rest is rarely said. */
const mostWords = 200_000;
/** How soon a usual word says less than a rare one: smooth inverse frequency. */
const smooth = 1e-3;

/**
 * Makes vectors from a file with one word on each line and its numbers behind it, as those of GloVe, fastText and word2vec
 * are: that of a text is the mean of its words, usual ones counting less. Read when it is first needed.
 */
export function createWordVectors(file: string): Embed {
  let vectors: Promise<WordVectors> | undefined;
  return async (texts) => {
    vectors ??= readVectors(file);
    const known = await vectors;
    return texts.map((text) => meanOf(text, known));
  };
}

interface WordVectors {
  /** The place of a word, which is also how rare it is. */
  readonly places: ReadonlyMap<string, number>;
  readonly numbers: readonly Float32Array[];
  readonly size: number;
}

async function readVectors(file: string): Promise<WordVectors> {
  const places = new Map<string, number>();
  const numbers: Float32Array[] = [];
  const input = createReadStream(file, { encoding: 'utf8', fd: openRegularFile(file) });
  for await (const line of createInterface({ input, crlfDelay: Infinity })) {
    const [word = '', ...values] = line.trimEnd().split(' ');
    // The first line of some tells how many words there are, and of how many numbers.
    if (values.length < 2 || places.has(word)) continue;
    const vector = Float32Array.from(values, Number);
    if (vector.length !== (numbers[0]?.length ?? vector.length) || !vector.every(Number.isFinite)) continue;
    places.set(word, numbers.push(vector) - 1);
    if (numbers.length === mostWords) break;
  }
  input.destroy();
  const size = numbers[0]?.length ?? 0;
  if (size === 0) throw new Error(`${file} has no word vectors`);
  return { places, numbers, size };
}

function meanOf(text: string, { places, numbers, size }: WordVectors): Float32Array {
  const mean = new Float32Array(size);
  for (const word of wordsIn(text)) {
    const place = places.get(word);
    if (place === undefined) continue;
    // Words are about as usual as their place from the top, by Zipf.
    const usual = 1 / ((place + 1) * Math.log(numbers.length + 1));
    const weight = smooth / (smooth + usual);
    for (const [at, value] of (numbers[place] as Float32Array).entries())
      mean[at] = (mean[at] as number) + weight * value;
  }
  return mean;
}

const segmenter = new Intl.Segmenter('zh', { granularity: 'word' });

function* wordsIn(text: string): Generator<string> {
  for (const { segment, isWordLike } of segmenter.segment(text.toLowerCase()))
    if (isWordLike === true) yield segment;
}
