import { stringField } from './json';
import { fail, readInput, writeOutput } from './toolcrib';

// The arguments come as JSON, checked against the descriptor already; the result goes out as JSON.
main(stringField(readInput(), 'text'));

function main(text: string | null): void {
  if (text === null) fail('There is no text.');
  else writeOutput(count(text));
}

function count(text: string): string {
  let words = 0;
  let lines = text.length > 0 ? 1 : 0;
  let characters = 0;
  let inWord = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    // The second half of a character that takes two places is not counted again.
    if ((code & 0xfc00) != 0xdc00) characters++;
    if (code == 0x0a) lines++;
    const isSpace = code == 0x20 || (code >= 0x09 && code <= 0x0d);
    if (!isSpace && !inWord) words++;
    inWord = !isSpace;
  }
  return `{"words":${words},"lines":${lines},"characters":${characters}}`;
}
