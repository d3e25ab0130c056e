import { isSecretName } from '@toolcrib/core';

/**
 * A name that ends like this says where a secret is or belongs, and does not hold it: `TOKEN_URL`, `PASSWORD_FILE`. And `PWD`
 * is where a shell stands.
 */
const whereabouts =
  /(?:file|path|dir|folder|url|uri|host|port|socket|sock|domain|endpoint|name|enabled)$|^PWD$/iu;

/** Whether what stands under this name is a secret, and not only about one. */
export function holdsSecret(name: string): boolean {
  return isSecretName(name) && !whereabouts.test(name);
}

/** `secret`: its value is one. `maybe`: it is one if it looks like one. `id`: its value is long and random, and no secret. */
export type NameMeaning = 'secret' | 'maybe' | 'id' | 'none';

/** A name that ends like this says how a secret is used: `--token-env`, `PASSWORD_STORE`, `API_KEY_HEADER`. */
const aboutSecrets =
  /(?:store|manager|provider|strategy|mode|method|source|scopes?|audience|issuer|alg|algorithm|header|prefix|suffix|format|env|var|variable|command|cmd|helper|budget|window|cost|price|enable|disable|required|optional)$/iu;

/** What is not called a secret and is one. */
const phrases = /(?:mnemonic|(?:seed|recovery|backup)[-_ ]?phrase|api[-_]?hash)$/iu;

/** Most of it is an address; the password in it has a name of its own. */
const composed = /connection[-_]?string$/iu;

/** Not only keys of services are called keys. */
const weak =
  /(?<!(?:public|pub|primary|partition|sort|foreign|cache|row|object|idempotency|host|map|group|index)[-_]?)(?:key|keys|pat|sig|signature|creds?|dsn|auth)$/iu;

const identifiers =
  /(?:^|[-_.]|(?<=[a-z]))(?:ids?|uuid|guid|arn|sid|sha\d*|md5|hash|digest|checksum|etag|commit|rev|revision|ref|branch|tag|version|image|fingerprint|thumbprint|bucket|cluster|namespace|workspace|project|tenant|database|page|channel|sheet|folder|contract|address|model|public[-_]?key|pub[-_]?key)$/iu;

/** What a name says about its value: that of a variable, a flag, a header, a parameter of an address, a member of an object. */
export function meaningOf(written: string): NameMeaning {
  // The end says what it is, and a name may be very long.
  const name = written.slice(-100).replace(/^-+/u, '');
  const isAbout = whereabouts.test(name) || (aboutSecrets.test(name) && !/auth\w*[-_]?header$/iu.test(name));
  if (isAbout || composed.test(name)) return 'none';
  const isWeak = weak.test(name);
  // `auth` alone may name a way to log in; core takes it for a secret.
  if (phrases.test(name) || (isSecretName(name) && !/(?:^|[-_])auth$/iu.test(name))) return 'secret';
  if (isWeak) return 'maybe';
  return identifiers.test(name) ? 'id' : 'none';
}

/** Whether a value under this name may be a path to what holds the secret: `GOOGLE_APPLICATION_CREDENTIALS`. */
export function mayBePath(name: string): boolean {
  return (
    /(?:credentials?|creds?|keys?|secrets|cookies?|jwt|certificate|cert|auth)$/iu.test(name) &&
    !/access[-_]?key$/iu.test(name)
  );
}

/** Whether a number under this name may count something, or switch it: `--tokens 4096`. Some services issue numbers as keys. */
export function mayBeCount(name: string, value: string): boolean {
  return /^\d{1,6}$/u.test(value) && /(?:tokens?|keys?|auth|sessions?)$/iu.test(name);
}
