import { mayBeCount, mayBePath, meaningOf } from './secret-naming.ts';
import { isRandom, replaceShapes } from './secret-shapes.ts';

/** Takes a secret and gives what stands in its place. The name is what the secret was called, if it had one. */
export type Put = (secret: string, name: string | undefined) => string;

/**
 * Replaces each secret of a text that can be recognised: by the name that it stands under, or by its shape. `under` is the
 * name that the whole text stands under.
 */
export function replaceSecrets(text: string, put: Put, under = ''): string {
  const named = (secret: string, name: string): string =>
    isSecretUnder(name, secret) ? keepScheme(secret, (bare) => put(bare, name)) : secret;
  const known = text
    .replaceAll(inAddress, (_, begin: string, password: string) => `${begin}${named(password, 'password')}@`)
    .replaceAll(userInAddress, (all: string, begin: string, user: string) =>
      isRandom(user) || /\d/u.test(user) ? `${begin}${put(user, 'token')}@` : all,
    )
    .replaceAll(
      inQuery,
      (_, begin: string, name: string, value: string) => `${begin}${name}=${named(value, name)}`,
    )
    .replaceAll(
      inJson,
      (_, begin: string, name: string, between: string, value: string) =>
        `${begin}${name}${between}${named(value, name)}`,
    )
    .replaceAll(
      wholeHeader,
      (_, name: string, between: string, value: string) => `${name}${between}${named(value, name)}`,
    );
  const replaced = replaceInWords(known, named).replaceAll(
    withScheme,
    (_, scheme: string, value: string) => `${scheme}${named(value, 'token')}`,
  );
  const isId = meaningOf(under) === 'id';
  return replaceShapes(
    replaced,
    (secret) => put(secret, undefined),
    (before) => isId || isHarmlessAfter(before),
  );
}

/** Whether what stands under a name is a secret, and no switch, number, path or reference. */
export function isSecretUnder(name: string, value: string): boolean {
  if (!mayHoldSecret(name)) return false;
  if (isReference(value) || /^(?:true|false|yes|no|on|off|none|null|[01])?$/iu.test(value)) return false;
  if (mayBeCount(name, value)) return false;
  if (isPath(value) && mayBePath(name)) return false;
  return meaningOf(name) === 'secret' || looksMade(value);
}

function mayHoldSecret(name: string): boolean {
  const meaning = meaningOf(name);
  return meaning === 'secret' || meaning === 'maybe';
}

/** Whether an argument is a flag, so that the next one may be its value. */
export function isFlag(argument: string): boolean {
  return /^--?[A-Za-z][\w.-]*$/u.test(argument);
}

/** `Bearer` and the like say what follows, and stay. */
export function keepScheme(secret: string, put: (bare: string) => string): string {
  const [scheme = ''] =
    /^(?:Bearer|Basic|Digest|Token|ApiKey|Api-Key|Api-Token|Key|Bot|SSWS|Splunk|GenieKey)\s+/iu.exec(
      secret,
    ) ?? [];
  return `${scheme}${put(secret.slice(scheme.length))}`;
}

/** To a variable, of ours or of a shell. */
function isReference(value: string): boolean {
  return /\$\{|^\$[A-Z_][\dA-Z_]*$|^%\w+%$/u.test(value);
}

function isPath(value: string): boolean {
  return paths.some((path) => path.test(value));
}

const paths = [
  /^(?:~|\.{1,2})?[/\\][\w.~-]/u,
  /^[A-Za-z]:[\\/]/u,
  /^\.[\w.-]+$/u,
  /^[\w.-]+(?:\/[\w.-]+)+$/u,
  /\.(?:json|pem|key|crt|txt|ya?ml|p12|pfx|env)$/u,
];

/** Long enough, and no word: with a digit, or with a sign that joins a user and a password. */
function looksMade(value: string): boolean {
  return (
    value.length >= 8 &&
    /[A-Za-z]/u.test(value) &&
    /\d|^[^\s:/]+:[^\s:/]+$/u.test(value) &&
    !/^[./~]/u.test(value)
  );
}

// Each begins where a word begins: a long word is looked through once, not once from each of its letters.
/** `scheme://user:password@` */
const inAddress = /(?<![\d+.a-z-])([a-z][\d+.a-z-]*:\/\/[^\s/?#:@]*:)([^\s/?#]+)@/giu;
/** `scheme://token@` */
const userInAddress = /(?<![\d+.a-z-])([a-z][\d+.a-z-]*:\/\/)([^\s/?#:@$]{16,})@/giu;
/** `?name=value` */
const inQuery = /([?&])([\w.-]+)=([^\s&#'"]+)/gu;
/** `"name": "value"`, also inside of another string. */
const inJson = /(\\?["'])([\w.-]+)(\\?["']\s*:\s*\\?["'])([^"'\\]+)/gu;
/** The whole text is `Name: value`; the value may have blanks. */
const wholeHeader = /^([A-Za-z][\w-]*)(:\s*)(\S(?:.*\S)?)$/gsu;
const withScheme = /(?<![\w-])((?:Bearer|Basic)\s+)([\w.~+/=-]{6,})/giu;

/** A name and what stands between it and its value: `NAME=`, `--name=`, `--name `, `Name: `. */
const names = /(?<![\w./@-])(-{0,2}[A-Za-z][\w.-]*)((?:=|:\s*|\s+(?!-))["']?)/gu;

/** Values after names, as in the line of a shell. */
function replaceInWords(text: string, named: (secret: string, name: string) => string): string {
  let replaced = '';
  let at = 0;
  for (const { index, 0: all, 1: name = '', 2: between = '' } of text.matchAll(names)) {
    const begin = index + all.length;
    // Without a sign between them only a flag has a value: in a sentence the next word is the next word.
    if (index < at || (!name.startsWith('-') && !/[=:]/u.test(between))) continue;
    if (!mayHoldSecret(name)) continue;
    const end = /["']$/u.test(between) ? /^[^"']*/u : /^[^\s'"&;,]*/u;
    const [value = ''] = end.exec(text.slice(begin)) ?? [];
    // What follows a scheme is found by it.
    const isScheme = /^(?:Bearer|Basic|Token|ApiKey)$/iu.test(value);
    const said = isScheme ? value : named(value, name);
    if (said === value) continue;
    replaced += text.slice(at, begin) + said;
    at = begin + value.length;
  }
  return replaced + text.slice(at);
}

/** A long word in the path of a file, or under the name of an identifier, is no secret. */
function isHarmlessAfter(before: string): boolean {
  // `name=`, `"name": "`, `--name `
  const [, assigned, flag] = /([\w.-]+)["']?\s*[=:]\s*["']?$|(--?[\w-]+)\s+$/u.exec(before) ?? [];
  if (meaningOf(assigned ?? flag ?? '') === 'id') return true;
  const [word = ''] = /[^\s"'=,]*$/u.exec(before) ?? [];
  return /^(?:~|\.{1,2})?[/\\]|^[A-Za-z]:[\\/]/u.test(word);
}
