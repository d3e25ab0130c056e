import type { HereDoc, Redirect, Script, SyntaxNode, Word, WordPart } from 'unbash';
import { syntax } from './syntax.ts';
import type { ReasonWord } from '../reasons.ts';

/** Something that the parser may understand otherwise than bash does. */
export interface Oddity {
  readonly word: ReasonWord;
  readonly part: string;
}

/**
 * The part of the shell's language that is read with certainty. Parsers silently miss commands that bash runs, in
 * corners such as `2>(command)` or quotes inside `${x:-…}`: so a node is odd unless it is known and written plainly.
 */
export function oddities(script: SyntaxNode, source: string): Oddity[] {
  const found: Oddity[] = [];
  const visit = (node: SyntaxNode): void => {
    const sight = look(node, source);
    if (sight === 'odd') {
      found.push({ word: 'unusual_syntax', part: source.slice(node.pos, node.end) });
    }
    if (sight === 'plain') syntax().forEachChild(node, visit);
  };
  visit(script);
  return found;
}

/** `plain`: look at its children too. `leaf`: all of it was looked at. */
type Sight = 'plain' | 'leaf' | 'odd';

function look(node: SyntaxNode, source: string): Sight {
  switch (node.type) {
    case 'Statement':
    case 'CompoundList':
    case 'Pipeline':
    case 'AndOr':
    case 'Negation':
    case 'Time':
    case 'BraceGroup':
    case 'Redirected':
    case 'If':
    case 'Elif':
    case 'While':
    case 'TestCommand':
    case 'TestNot':
    case 'TestLogical':
    case 'FileDescriptor':
    case 'Literal':
      return 'plain';
    case 'Subshell':
      // Two parentheses are read as arithmetic first, and here-documents behind them are then lost.
      return when(source[node.pos - 1] !== '(');
    case 'Script':
      return when((node.errors ?? []).length === 0 && node.shebang === undefined);
    case 'Command':
      return when(node.name === undefined || !reserved.has(node.name.value));
    case 'For':
      return when(node.wordlist !== undefined && name.test(node.name.text));
    case 'Word':
      return when(isPlainWord(node, source));
    case 'SingleQuoted':
      return when(node.text === `'${node.value}'`);
    case 'DoubleQuoted':
      return when(isPlainQuoted(node.parts, node.text));
    case 'SimpleExpansion':
      return when(simpleExpansion.test(node.text) && node.text !== '$IFS');
    case 'ParameterExpansion':
      return parameterExpansion.test(node.text) && node.parameter !== 'IFS' ? 'leaf' : 'odd';
    case 'ArithmeticExpansion':
      return numbersOnly.test(node.text) ? 'leaf' : 'odd';
    case 'CommandExpansion':
      return when(/^\$\([^(]/u.test(node.text) && node.text.endsWith(')') && isPlainInside(node.script));
    case 'ProcessSubstitution':
      return when(node.operator === '<' && isPlainInside(node.script));
    case 'Glob':
      return node.kind !== 'bracket' || plainBracket.test(node.text) ? 'leaf' : 'odd';
    case 'BraceExpansion':
      return plainBraces.test(node.text) ? 'leaf' : 'odd';
    case 'Assignment':
      return when(
        node.value.type === 'Word' &&
          node.index === undefined &&
          node.append !== true &&
          name.test(node.name),
      );
    case 'Redirect':
      return when(isPlainRedirect(node, source));
    case 'HereString':
      return when(node.descriptor === undefined && node.target !== undefined);
    case 'HereDoc':
      return isPlainHereDoc(node, source) ? 'leaf' : 'odd';
    case 'TestUnary':
      return when(/^-[defhLnrswxz]$/u.test(node.operator));
    case 'TestBinary':
      return when(/^(?:==?|!=)$/u.test(node.operator));
    default:
      return 'odd';
  }
}

const when = (plain: boolean): Sight => (plain ? 'plain' : 'odd');

const name = /^[A-Za-z_]\w*$/u;
const simpleExpansion = /^\$(?:[A-Za-z_]\w*|[\d@*#?!$])$/u;
const parameterExpansion = /^\$\{[A-Za-z_]\w*(?:(?:##?|%%?)[\w.*/-]+)?\}$/u;
// No names: the shell runs what it finds in the value of a variable as arithmetic, commands included.
const numbersOnly = /^\$\(\([\d+\-*/% \t]+\)\)$/u;
const plainBracket = /^\[[!^]?[\w.-]+\]$/u;
const plainBraces =
  /^\{(?:[\w.,/@\x80-\u{10ffff}-]*,[\w.,/@\x80-\u{10ffff}-]*|(?:0|[1-9]\d{0,4})\.\.(?:0|[1-9]\d{0,4}))\}$/u;
/**
 * Without quotes: these characters, any escaped one, `{}` of find and `@{1}` of git. To bash everything beyond ASCII is an
 * ordinary letter, also what looks like one of its operators; what cannot be seen is asked about by `characters.ts`.
 */
const plainLiteral = /^(?:[A-Za-z0-9_.,/:=@%+~^*?[\]!#\x80-\u{10ffff}-]|\{[\w-]*\}|\\[ -~])*$/u;

/** Words of the grammar: as the name of a command they would make the next word the command. */
const reserved: ReadonlySet<string> = new Set(
  '! [[ ]] { } case coproc do done elif else esac fi for function if in select then time until while'.split(
    ' ',
  ),
);

function isPlainWord(node: Word, source: string): boolean {
  const { parts } = node;
  if (parts === undefined) return plainLiteral.test(node.text) && node.value === unescaped(node.text);
  return parts.every((part) => {
    if (part.type === 'Literal') return plainLiteral.test(part.text) && part.value === unescaped(part.text);
    if (part.type === 'ProcessSubstitution') {
      // After anything but a blank, bash may see a redirection or a word that goes on.
      return parts.length === 1 && /[ \t]/u.test(source[node.pos - 1] ?? '');
    }
    return true;
  });
}

/**
 * Behind a here-document inside a substitution, bash loses the end of commands: what follows it becomes arguments. So one
 * command is all that such a substitution may hold.
 */
function isPlainInside(script: Script | undefined): boolean {
  if (script === undefined) return false;
  const [first, ...more] = script.commands;
  return (more.length === 0 && first?.command.type === 'Command') || !holdsHereDoc(script);
}

function holdsHereDoc(node: SyntaxNode): boolean {
  let found = node.type === 'HereDoc';
  syntax().forEachChild(node, (child) => {
    found ||= holdsHereDoc(child);
  });
  return found;
}

function isPlainQuoted(parts: readonly WordPart[], text: string): boolean {
  if (!text.startsWith('"') || !text.endsWith('"') || text.length < 2) return false;
  return parts.every((part) => {
    if (part.type !== 'Literal') return true;
    const plain = /^(?:[^"`$\\]|\\[^]|\$(?=[ .,:;%/)|^+-]|$))*$/u.test(part.text);
    return plain && part.value === part.text.replaceAll(/\\(?:\n|([$`"\\]))/gu, '$1');
  });
}

function unescaped(text: string): string {
  return text.includes('\\') ? text.replaceAll(/\\([^])/gu, '$1') : text;
}

function isPlainRedirect(node: Redirect, source: string): boolean {
  if (node.target === undefined) return false;
  const operator = source.slice(node.pos, node.target.pos);
  return /^\d{0,2}(?:>|>>|<|<>|<&|>&|>\||&>|&>>)[ \t]*$/u.test(operator);
}

/** A body that is text to bash too: under a quoted delimiter, or with nothing in it that is expanded. */
function isPlainHereDoc(node: HereDoc, source: string): boolean {
  const { delimiter, body, closing } = node;
  if (delimiter === undefined || closing === undefined || node.descriptor !== undefined) return false;
  if (!/^(?:'\w+'|"\w+"|\w+)$/u.test(delimiter.text)) return false;
  if (delimiter.quoted !== /^['"]/u.test(delimiter.text)) return false;
  const text = source.slice(body.pos, body.end);
  if (!delimiter.quoted && /[$`\\]/u.test(text)) return false;
  const end = (line: string): string => (node.operator === '<<-' ? line.replace(/^\t+/u, '') : line);
  const lines = text.split('\n').map(end);
  const last = end(source.slice(body.end, closing.end));
  return last === delimiter.value && !lines.includes(delimiter.value);
}
