import { readdirSync, readFileSync } from 'node:fs';

/** Everything that must work, by number. */
export const requirements: readonly string[] = [
  'A1.1 A1.2 A1.3 A2.1 A2.2 A2.3 A2.4 A2.5 A3.1 A3.2 A3.3 A3.4 A4.1 A4.2 A4.3 A4.4 A5.1 A5.2 A5.3 A6.1 A6.2 A6.3',
  'A6.4 A7.1 A7.2 A7.3 A8.1 A8.2 A8.3',
  'B1.1 B1.2 B1.3 B2.1 B2.2 B3.1 B3.2 B3.3 B4.1 B4.2 B4.3 B5.1 B5.2 B5.3 B6.1 B6.2 B6.3',
  'B6.4 B6.5 B6.6 B7.1 B7.2 B7.3 B8.1 B8.2 B8.3 B9.1 B9.2 B9.3',
  'C1.1 C1.2 C1.3 C2.1 C2.2 C2.3 C3.1 C3.2 C3.3 C3.4 C3.5 C4.1 C4.2 C4.3 C4.4 C4.5',
  'D1.1 D1.2 D1.3 D1.4 D2.1 D2.2 D2.3 D2.4 D2.5 D2.6 D3.1 D3.2 D3.3 D4.1 D4.2 D4.3 D4.4 D5.1 D5.2 D5.3',
  'E1 E2.1 E2.2 E2.3 E2.4 E2.5 E2.6 E3 E4.1 E4.2 E4.3 E4.4 E5 E6.1 E6.2 E6.3 E6.4 E7',
].flatMap((line) => line.split(' '));

/** Where two specifications pull apart, and how that is settled. */
export const settled: readonly string[] = [
  'apart C1.2/A5.2:',
  'apart E/A6/B4/D5:',
  'apart C4.5/E2.4:',
  'apart B1.1/B3.1:',
  'apart A4.3/E7:',
  'apart messages:',
  'apart spelling:',
];

export interface AcceptanceTest {
  readonly file: string;
  /** What it is about: one or more numbers, or where two pull apart. */
  readonly about: readonly string[];
  readonly says: string;
}

const titles = /(?:\btest\(|\)\(|>\()\s*(['`])((?:[A-E]\d|apart ).*?)\1\s*,/gu;
const beginning = /^(?:apart [^:]+: |(?:[A-E]\d(?:\.\d)? )+)/u;

/** The tests in this folder, by the first text of every `test(…)`, `test.each(…)(…)` and `test.skipIf(…)(…)`. */
export const acceptanceTests: readonly AcceptanceTest[] = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.test.ts'))
  .flatMap((file) =>
    [...readFileSync(`${import.meta.dirname}/${file}`, 'utf8').matchAll(titles)].map(([, , title = '']) => {
      const about = beginning.exec(title)?.[0] ?? '';
      const numbers = about.startsWith('apart') ? [about.trim()] : about.trim().split(' ');
      return { file, about: numbers, says: title.slice(about.length) };
    }),
  );
