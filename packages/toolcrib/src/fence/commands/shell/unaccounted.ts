import type { Script, SyntaxNode } from 'unbash';
import { syntax } from './syntax.ts';

/** Blanks, operators, keywords and comments: all that may stand between the words of a script. */
const punctuation =
  /^(?:[ \t\n;&|(){}!]|\\\n|(?<=[\s;&|()])#[^\n]*|(?<=[\s;&|(){}!])(?:if|then|elif|else|fi|for|in|do|done|while|until|time|-p|--|\[\[|\]\]|-[defhLnrswxz]|==?|!=)(?=[\s;&|()]|$))*$/u;

interface Piece {
  readonly pos: number;
  readonly end: number;
  readonly isWord: boolean;
}

/**
 * The text between the words of a script that is not mere punctuation. Should the parser skip something that bash
 * would run, it is found here, because no word holds it.
 */
export function unaccounted(script: Script, source: string): string[] {
  const found: string[] = [];
  const pieces: Piece[] = [];
  const inside = (node: SyntaxNode): void => {
    if (node.type === 'Script') found.push(...unaccounted(node, source));
    else syntax().forEachChild(node, inside);
  };
  const visit = (node: SyntaxNode): void => {
    const { pos, end, type } = node;
    switch (type) {
      case 'HereDoc':
        pieces.push({ pos, end, isWord: false });
        pieces.push({ pos: node.body.pos, end: node.closing?.end ?? node.body.end, isWord: false });
        return;
      case 'Word':
      case 'Assignment':
      case 'Redirect':
      case 'HereString':
        pieces.push({ pos, end, isWord: type === 'Word' || type === 'Assignment' });
        inside(node);
        return;
      default:
        syntax().forEachChild(node, visit);
    }
  };
  syntax().forEachChild(script, visit);
  pieces.sort((a, b) => a.pos - b.pos);
  let from = script.pos;
  for (const { pos, end, isWord } of [...pieces, { pos: script.end, end: script.end, isWord: false }]) {
    const gap = source.slice(from, pos);
    // What touches the next word may belong to it, over the end of a line too: a keyword then is none, two words are one.
    const nothing = gap.replaceAll('\\\n', '') === '' && from > script.pos;
    const touches = isWord ? nothing || /[\w\]=-]$/u.test(gap) : nothing && gap !== '';
    // At the very start nothing stands before it; everywhere else a word does.
    const before = from > script.pos ? gap : ` ${gap}`;
    if (touches || !punctuation.test(before)) found.push(source.slice(from, end).trim());
    from = Math.max(from, end);
  }
  return found;
}
