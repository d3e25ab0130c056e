/**
 * Whether an awk program only computes and prints. It may not start programs (`system`, pipes), nor name files
 * (`getline`, `>`, `ARGV`). What is not understood for certain is not harmless.
 */
export function isHarmlessAwk(program: string): boolean {
  // Wherever they stand: a mistake about what is text and what is code must not hide them.
  if (/\b(?:system|getline|ARGV|ARGC|PROCINFO)\b|@/u.test(program)) return false;
  let rest = program;
  let before = '';
  let printing = false;
  let depth = 0;
  while (rest !== '') {
    const token = nextToken(rest, before);
    if (token === undefined) return false;
    rest = rest.slice(token.length);
    if (/^(?:[ \t]|\\\n|#)/u.test(token)) continue;
    if (token === '(' || token === '[') depth++;
    if (token === ')' || token === ']') depth--;
    if (token === 'print' || token === 'printf') {
      printing = true;
      depth = 0;
    }
    if (token === ';' || token === '}' || (token === '\n' && depth <= 0 && isOperand(before)))
      printing = false;
    // In a print statement it names a file, unless it stands in parentheses.
    if (token === '>' && printing && depth <= 0) return false;
    before = token;
  }
  return true;
}

const plainToken =
  /^(?:[ \t]+|\\\n|\n|#[^\n]*|"(?:[^"\\\n]|\\[^])*"|[A-Za-z_]\w*|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?|\|\||&&|[=!<>+\-*%^]=|\+\+|--|[{}()[\];,+\-*%^!<>=~?:$])/u;
/** A slash in brackets ends the pattern for some versions and not for others. */
const pattern = /^\/(?:[^/\\[\n]|\\[^\n]|\[\^?\]?(?:\[:\w+:\]|[^/\]\\\n[])*\])*\//u;

/** The next piece of the program; undefined when it is none, or when it could be two different things. */
function nextToken(rest: string, before: string): string | undefined {
  if (rest.startsWith('>>')) return undefined;
  if (!rest.startsWith('/')) return plainToken.exec(rest)?.[0];
  if (/^(?:\)|\+\+|--|length)$/u.test(before)) return undefined;
  return isOperand(before) ? '/' : pattern.exec(rest)?.[0];
}

const keywords =
  /^(?:print|printf|return|in|else|do|delete|if|while|for|case|exit|next|BEGIN|END|function|func)$/u;

function isOperand(token: string): boolean {
  return /^(?:[\w.]|["/)\]]|\+\+|--)/u.test(token) && token !== '/' && !keywords.test(token);
}
