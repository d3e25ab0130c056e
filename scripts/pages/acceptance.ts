import { acceptanceTests, requirements, settled } from '../../test/acceptance/requirements.ts';
import { row, table } from './schema-words.ts';

/** Every requirement with the tests that accept it. */
export function acceptance(): string {
  return [
    '# Acceptance',
    `What must work, by number, and the tests that hold it to that, in [test/acceptance](../test/acceptance). ${requirements.length} numbers, ${acceptanceTests.length} tests; none is without one.`,
    listOf(requirements),
    'Where two of them pull apart, and how that is settled:',
    listOf(settled),
  ]
    .join('\n\n')
    .concat('\n');
}

function listOf(numbers: readonly string[]): string {
  return table(
    ['', 'tests'],
    numbers.map((number) => {
      const own = acceptanceTests.filter(({ about }) => about.includes(number));
      const lines = own.map(({ file, says }) => `[${says}](../test/acceptance/${file})`);
      return row(number.replace(/^apart (.*):$/u, '$1'), lines.join('<br>'));
    }),
  );
}
