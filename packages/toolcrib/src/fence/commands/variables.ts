import type { ReasonWord } from './reasons.ts';
import { valueOf, type ShellWord } from './shell/shell-word.ts';

const anything = /^[^]*$/u;
/** With another encoding the shell would read the rest of the line otherwise than it was judged. */
const utf8 = /^(?:C|POSIX|\w+\.(?:UTF-8|utf8))$/u;
const plain = /^[\w+/-]*$/u;

/** Variables that only say how output looks or that this is a test. */
const harmless: Readonly<Record<string, RegExp>> = {
  CI: anything,
  DEBUG: anything,
  FORCE_COLOR: anything,
  NO_COLOR: anything,
  NODE_ENV: anything,
  PORT: plain,
  PYTHONDONTWRITEBYTECODE: plain,
  PYTHONUNBUFFERED: plain,
  RUST_BACKTRACE: anything,
  RUST_LOG: anything,
  VITEST: anything,
  COLUMNS: plain,
  LINES: plain,
  TERM: plain,
  TZ: plain,
  LANG: utf8,
  LC_ALL: utf8,
  LC_COLLATE: utf8,
  LC_CTYPE: utf8,
  LC_MESSAGES: utf8,
  LC_NUMERIC: utf8,
  LC_TIME: utf8,
};

/** Variables through which the shell, the loader, git or a package manager is made to run or reach something else. */
const dangerous = new RegExp(
  `^(?:${[
    'PATH|CDPATH|HOME|SHELL|ENV|IFS|PS[0-4]|PROMPT_COMMAND|GLOBIGNORE|EXECIGNORE|POSIXLY_CORRECT|SHELLOPTS|BASHOPTS',
    'BASH_.*|LD_.*|DYLD_.*|GCONV_PATH|LOCPATH|NLSPATH|TERMINFO.*|TERMCAP|TMPDIR|XDG_.*|PERL.*|RUBYOPT|RUBYLIB',
    'GIT_.*|SSH_.*|.*ASKPASS|EDITOR|VISUAL|.*PAGER|LESS.*|MORE|BROWSER|RIPGREP_.*|GREP_OPTIONS|TAR_OPTIONS|ZIPOPT',
    'UNZIP|NPM_.*|YARN_.*|PNPM_.*|PIP_.*|OPENSSL_.*|SSL_.*|CURL_.*|.*_PROXY',
  ].join('|')})$`,
  'iu',
);

/** A name of one's own: no program looks at it, and the shell neither. */
export function isOwnName(name: string): boolean {
  return /^[a-z_][a-z0-9_]*$/u.test(name) && !dangerous.test(name);
}

/** What is wrong with handing a variable to a program. */
export function judgeExported(name: string, value: ShellWord | undefined): ReasonWord | undefined {
  const allowed = Object.hasOwn(harmless, name) ? harmless[name] : undefined;
  if (allowed?.test(valueOf(value) ?? '\n') || allowed === anything) return undefined;
  return dangerous.test(name) || allowed === utf8 ? 'dangerous_environment' : 'changes_environment';
}

/** What is wrong with setting a variable of the shell itself: programs do not see one that they did not see before. */
export function judgeOwn(
  name: string,
  value: ShellWord | undefined,
  { contained }: { readonly contained: boolean },
): ReasonWord | undefined {
  if (isOwnName(name)) return undefined;
  const wrong = judgeExported(name, value);
  return wrong === 'changes_environment' && contained ? undefined : wrong;
}
