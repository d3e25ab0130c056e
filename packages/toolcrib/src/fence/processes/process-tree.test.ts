import { expect, test } from 'vitest';
import { parseTable } from './process-tree.ts';

test('the table of processes of macOS', () => {
  const said = '    1 Ss       0     1\n  512 S+     501   512\n99999 Z    512   512\n\nps: trouble\n';
  expect(parseTable(said)).toEqual([
    { id: 1, state: 'S', parent: 0, session: 1 },
    { id: 512, state: 'S', parent: 501, session: 512 },
    { id: 99_999, state: 'Z', parent: 512, session: 512 },
  ]);
});
