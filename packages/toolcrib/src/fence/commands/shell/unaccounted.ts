import { forEachChild, type Script, type SyntaxNode } from 'unbash';

/** Blanks, operators, keywords and comments: all that may stand between the words of a script. */
const punctuation =
  /^(?:[ \t\n;&|(){}!]|\\\n|(?<=^|[\s;&|()])#[^\n]*|(?<=^|[\s;&|(){}!])(?:if|then|elif|else|fi|for|in|do|done|while|until|time|-p|--|\[\[|\]\]|-[defhLnrswxz]|==?|!=)(?=[\s;&|()]|$))*$/u;

/**
 * The text between the words of a script that is not mere punctuation. Should the parser skip something that bash
 * would run, it is found here, because no word holds it.
 */
export function unaccounted(script: Script, source: string): string[] {
  const words: { readonly pos: number; readonly end: number }[] = [];
  const found: string[] = [];
  const inside = (node: SyntaxNode): void => {
    if (node.type === 'Script') found.push(...unaccounted(node, source));
    else forEachChild(node, inside);
  };
  const visit = (node: SyntaxNode): void => {
    switch (node.type) {
      case 'HereDoc':
        words.push(node, { pos: node.body.pos, end: node.closing?.end ?? node.body.end });
        return;
      case 'Word':
      case 'Assignment':
      case 'Redirect':
      case 'HereString':
        words.push(node);
        inside(node);
        return;
      default:
        forEachChild(node, visit);
    }
  };
  forEachChild(script, visit);
  words.sort((a, b) => a.pos - b.pos);
  let from = script.pos;
  for (const { pos, end } of [...words, { pos: script.end, end: script.end }]) {
    const gap = source.slice(from, pos);
    // A word that follows directly ends a keyword's claim to be one.
    if (!punctuation.test(gap) || (pos < script.end && /[\w\]=-]$/u.test(gap))) found.push(gap.trim());
    from = Math.max(from, end);
  }
  return found;
}
