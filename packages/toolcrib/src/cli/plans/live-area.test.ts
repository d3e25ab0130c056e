import { expect, onTestFinished, test } from 'vitest';
import type { Screen, Terminal } from '../terminal.ts';
import { besideArea, LiveArea } from './live-area.ts';

function screenOf(columns: number, rows: number): Screen & { readonly written: string[] } {
  const written: string[] = [];
  return { columns, rows, written, write: (text) => void written.push(text) };
}

function areaOn(screen: Screen, lines: () => readonly string[]): LiveArea {
  const area = new LiveArea(screen, lines);
  onTestFinished(() => area.end());
  return area;
}

test('lines change in place, each picture in one write', () => {
  const screen = screenOf(80, 24);
  let lines = ['one', 'two'];
  const area = areaOn(screen, () => lines);
  lines = ['one', 'three'];
  area.draw();
  expect(screen.written).toEqual([
    '\u001b[?25lone\u001b[K\ntwo\u001b[K\n\u001b[J\u001b[2A\r\u001b[?25h',
    '\u001b[?25lone\u001b[K\nthree\u001b[K\n\u001b[J\u001b[2A\r\u001b[?25h',
  ]);
});

test('no line is wider than the screen, and no more lines than it has', () => {
  const screen = screenOf(6, 3);
  areaOn(screen, () => ['\u001b[1m计划计划\u001b[22m', 'b', 'c']);
  expect(screen.written[0]).toBe(
    '\u001b[?25l\u001b[1m计划\u001b[22m\u001b[K\nb\u001b[K\n\u001b[J\u001b[2A\r\u001b[?25h',
  );
});

test('while a person is asked nothing is drawn, and what is told goes above', async () => {
  const screen = screenOf(80, 24);
  const area = areaOn(screen, () => ['line']);
  const told: string[] = [];
  let answer: (text: string) => void = () => undefined;
  const terminal = besideArea(
    {
      tell: (line: string) => void told.push(line),
      ask: () => new Promise<string>((resolve) => (answer = resolve)),
    } as unknown as Terminal,
    () => area,
  );
  terminal.tell('news');
  const asked = terminal.ask('really?', undefined);
  const before = screen.written.length;
  area.draw();
  expect([told, screen.written.length]).toEqual([['news'], before]);
  expect(screen.written[1]).toBe('\r\u001b[J');
  answer('y');
  expect(await asked).toBe('y');
  area.draw();
  expect(screen.written.length).toBe(before + 1);
});
