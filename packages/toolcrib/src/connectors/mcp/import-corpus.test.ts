import { expect, test } from 'vitest';
import { corpus, heldOut, type CorpusEntry } from './import-corpus.test-support.ts';
import { readForeignServers } from './import-files.ts';

/** Of one entry: its secrets that were copied, and the texts in which something else was replaced. */
interface Outcome {
  readonly secrets: number;
  readonly copied: readonly string[];
  readonly replaced: readonly string[];
}

function outcomeOf({ server, entry }: CorpusEntry): Outcome {
  const plain = JSON.parse(JSON.stringify(entry).replaceAll(/[«»]/gu, '')) as object;
  const imported = stringsIn(
    readForeignServers({ mcpServers: { [server]: plain } }, { project: '/p' })?.servers[server],
  );
  const compared = stringsIn(entry).map((marked, index) => compare(marked, imported[index] ?? ''));
  return {
    secrets: compared.reduce((sum, { secrets }) => sum + secrets, 0),
    copied: compared.flatMap(({ copied }) => copied.map((secret) => `${server}: ${secret}`)),
    replaced: compared.flatMap(({ replaced }) => replaced.map((text) => `${server}: ${text}`)),
  };
}

/** What stands between « and » may have become a variable; everything else must be the same. */
function compare(marked: string, imported: string): Outcome {
  const secrets = [...marked.matchAll(/«([^»]*)»/gu)].map(([, secret = '']) => secret);
  const around = marked.split(/«[^»]*»/u).map((text) =>
    text
      .split(/\$\{\w+\}/u)
      .map((part) => part.replaceAll(/[$()*+.?[\\\]^{|}]/gu, String.raw`\$&`))
      // What another program puts in is put in when it is imported.
      .join('.*'),
  );
  const found = new RegExp(`^${around.join('(.+?)')}$`, 'u').exec(imported);
  const values = found?.slice(1) ?? [];
  const isRight =
    found !== null && values.every((value, at) => value === secrets[at] || /^\$\{\w+\}$/u.test(value));
  const copied = isRight
    ? values.filter((value, at) => value === secrets[at])
    : secrets.filter((secret) => imported.includes(secret));
  return { secrets: secrets.length, copied, replaced: isRight ? [] : [imported] };
}

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(stringsIn);
}

test.each([
  ['that the detection was made with', corpus, { entries: 105, secrets: 93 }],
  ['that were held out', heldOut, { entries: 76, secrets: 51 }],
])('of the entries %s no secret is copied, and nothing else is replaced', (_, entries, size) => {
  const outcomes = entries.map(outcomeOf);
  const secrets = outcomes.reduce((sum, one) => sum + one.secrets, 0);
  expect({ entries: entries.length, secrets }).toEqual(size);
  expect(outcomes.flatMap(({ copied }) => copied)).toEqual([]);
  expect(outcomes.flatMap(({ replaced }) => replaced)).toEqual([]);
});
