import { redacted } from './secret-mask.ts';

/**
 * How the patterns here are written keeps them fast on anything. Each begins with a character that is rare in ordinary
 * text and looks back from it at what makes it special, so most of a text is skipped without being read twice. And each
 * fails within a few characters or takes a whole run, so no text can make it go back over what it has seen.
 */
const free = String.raw`(?:^|[^A-Za-z\d+]|\\[bfnrt]|%[\dA-Fa-f]{2}|\\u[\dA-Fa-f]{4})`;

/** `ghp_…` and the like: what stands before the underscore tells. In the middle of a word it is chance. */
const underscored = String.raw`_(?<=${free}(?:gh[opsru]|github_pat|[rs]k_(?:live|test)|whsec|npm|hf|gsk|tc|shp(?:at|ca|pa|ss)|do[opr]_v1|dckr_pat|lin_api)_)[\w+/=-]{16,}`;

const dashed = String.raw`-(?<=${free}(?:xox[a-z]|xapp|GOCSPX|pypi|xai|AGE-SECRET-KEY|sk|gl(?:pat|oas|rt|cbt|ptt|ft|imt|agent|soat|dt|ffct))-)[\w.-]{16,}`;

const dotted = String.raw`\.(?<=${free}(?:ya29|hv[bs]|SG)\.)[\w.-]{20,}`;

const jwt = String.raw`J(?<=${free}eyJ)[\w-]{8,}(?:\.[\w-]{4,}(?:\.[\w-]*)?)?`;

const capitals = String.raw`[AFIS](?<=${free}.)(?:(?:KIA|SIA|BIA|CCA)[A-Z2-7]{16}(?![A-Za-z\d])|Iza[\w-]{35}|TATT3[\w=-]{50,}|(?:QoJb3JpZ2lu|woGZXIvYXdz)[\w+/=]{50,}|K[a-f\d]{32}(?![a-z\d]))`;

const refreshToken = String.raw`1(?<=${free}1)(?:\/\/|%2F%2F)0[\w-]{30,}`;

const webhook = String.raw`k(?<=hooks\.slack)\.com\/(?:services|workflows|triggers)\/[\w/]{20,}`;

/** Without its end, all that follows is taken for the key. */
const privateKey = String.raw`(-BEGIN[A-Z\d %+]{1,40}PRIVATE(?: |%20|\+)KEY[A-Z\d %+]{0,10}-----)(?:(?!-----END)[^])*`;

const urlPassword = String.raw`(:\/\/[^\s"'/:<>?@#]*:)[^\s"'/<>]+@`;

const tokens = new RegExp(
  `(${dotted}|${capitals}|${refreshToken}|${webhook})|(${underscored}|${dashed})|(${jwt})|${privateKey}|${urlPassword}`,
  'gu',
);

const quotes = String.raw`[\\"'\x60]{0,4}`;

/** The word for a secret and what stands after it: `DB_PASSWORD=…`, `"token": "…"`, `?api_key=…`, `;Pwd=…;` */
const named = String.raw`[:=%](?<=(pass(?:word|wd|phrase|code)|[_-]pass|pwd|secret|token|(?:api|access|secret|private|account|shared|signing|encryption)[_-]?key)${quotes}\s{0,2}.)(?:(?<=%)3[ad])?(>?\s{0,3}${quotes})([^\s"',;<>&\\\x60]{5,})`;

/** `--password …`, as commands take it. */
const flagged = String.raw`(-(?<=(?:^|[^-])--)(?:[a-z]+-){0,3}(?:password|passphrase|secret|token|api-key) +)[^\s"'$-][^\s"']*`;

const schemes = String.raw`(b(?:earer|asic) +)([\w.~+/=-]{8,})`;

const cookies = String.raw`(:(?<=cookie${quotes}:)\s{0,3}${quotes})[^\s"';=\\]{1,40}=[^\r\n"'\\]+`;

const signatures = String.raw`(=(?<=[?&]sig=))[\w%+/=-]{20,}`;

const phrases = new RegExp([named, flagged, schemes, cookies, signatures].join('|'), 'giu');

/** The shortest text that can hold any of these: a URL such as `a://:b@c`. */
const minLength = 8;

/** Takes out what is recognised as a secret by its shape. Takes time in proportion to the text, whatever stands in it. */
export function withoutSecretShapes(text: string): string {
  if (text.length < minLength) return text;
  // Most texts have nothing of the kind, and searching is cheaper than replacing nothing.
  const withoutTokens = text.search(tokens) < 0 ? text : text.replace(tokens, withoutToken);
  return withoutTokens.search(phrases) < 0 ? withoutTokens : withoutTokens.replace(phrases, withoutValue);
}

function withoutToken(
  match: string,
  sure: string | undefined,
  doubtful: string | undefined,
  webToken: string | undefined,
  beginOfKey: string | undefined,
  user: string | undefined,
): string {
  if (user !== undefined) return `${user}${redacted}@`;
  if (beginOfKey !== undefined) return beginOfKey + redacted;
  if (webToken !== undefined) return webToken.includes('.') ? `J${redacted}` : match;
  if (doubtful !== undefined) return isRandom(doubtful) ? `${doubtful[0]}${redacted}` : match;
  return `${sure?.startsWith('.') ? '.' : ''}${redacted}`;
}

/** Ordinary names begin like that too, such as `sk-circle-fade-dot`; a token mixes letters and digits. */
function isRandom(token: string): boolean {
  if (/\d/u.test(token) && /[a-z]/u.test(token) && /[A-Z]/u.test(token)) return true;
  const runs = token.match(/[A-Za-z\d]{16,}/gu) ?? [];
  return runs.some((run) => /\d/u.test(run) && /[A-Za-z]/u.test(run));
}

function withoutValue(match: string, ...groups: readonly unknown[]): string {
  const [name, , value, flag, scheme, credentials, cookie, signature] = groups as (string | undefined)[];
  if (name !== undefined) {
    const before = match.slice(0, match.length - (value as string).length);
    return isValue(name, before, value as string) ? before + redacted : match;
  }
  if (scheme !== undefined) return isCredentials(credentials as string) ? scheme + redacted : match;
  return `${flag ?? cookie ?? signature}${redacted}`;
}

/**
 * Whether it is a value and not a word, a type or a piece of code: `token: string`, `password = await ask()`. A variable
 * of an environment holds a value whatever it looks like.
 */
function isValue(name: string, before: string, value: string): boolean {
  if (/^(?:\[redacted\]|\$|\{\{)/u.test(value)) return false;
  const tight = before === '=';
  if (tight && name === name.toUpperCase()) return true;
  const quoted = /["'\x60]$/u.test(before);
  if (!quoted && (/[()[\]{}]/u.test(value) || (!tight && /^[A-Za-z_]\w*\./u.test(value)))) return false;
  return /[\d!#%*+=@^~]/u.test(value);
}

/** `Bearer authentication` is prose. */
function isCredentials(text: string): boolean {
  return text.length >= 24 || /[\d=]/u.test(text);
}
