/** What a terminal receives when a key is pressed. */
const sequences: Readonly<Record<string, string>> = {
  enter: '\r',
  tab: '\t',
  escape: '\u001B',
  backspace: '\u007F',
  delete: '\u001B[3~',
  up: '\u001B[A',
  down: '\u001B[B',
  right: '\u001B[C',
  left: '\u001B[D',
  home: '\u001B[H',
  end: '\u001B[F',
  page_up: '\u001B[5~',
  page_down: '\u001B[6~',
  shift_tab: '\u001B[Z',
  f1: '\u001BOP',
  f2: '\u001BOQ',
  f3: '\u001BOR',
  f4: '\u001BOS',
  f5: '\u001B[15~',
  f6: '\u001B[17~',
  f7: '\u001B[18~',
  f8: '\u001B[19~',
  f9: '\u001B[20~',
  f10: '\u001B[21~',
  f11: '\u001B[23~',
  f12: '\u001B[24~',
  ...Object.fromEntries(
    Array.from('abcdefghijklmnopqrstuvwxyz', (letter) => [
      `ctrl_${letter}`,
      String.fromCodePoint(letter.charCodeAt(0) - 96),
    ]),
  ),
};

export const keyNames: readonly string[] = Object.keys(sequences);

export function toSequence(keys: readonly string[]): string {
  return keys.map((key) => sequences[key] ?? '').join('');
}
