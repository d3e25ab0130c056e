/** Names of secrets, each as one word: `apikey` stands for `api_key`, `apiKey` and `API-Key` as well. */
const table = {
  /** Wherever they stand in a name. */
  anywhere: `password passwords passwordhash passwd passphrase passcode pwd secret secrets secretkey secretkeys
    token accesstokens refreshtokens authtokens apitokens sessiontokens jwt bearer authorization authheader authkey
    authcode credential credentials cookie cookies setcookie apikey apikeys accesskey accesskeys privatekey
    privatekeys encryptionkey signingkey sshkey masterkey accountkey sharedkey subscriptionkey sessionkey sessionid
    otp totp pincode cvv cvc ssn securitycode recoverycode recoverycodes connectionstring`,
  /** At the end only: `db_pass`, but not `pass_rate`. */
  last: 'pass pw pin auth',
  /** By themselves only: models count tokens of another sort, such as `max_tokens`. */
  alone: 'tokens',
  /** A name with one of these speaks about a secret and does not hold it: `token_type`, `password_policy`. */
  about: 'max min total count limit length type policy expires expiry ttl usage',
};

const [anywhere, last, alone, about] = [table.anywhere, table.last, table.alone, table.about].map(
  (words) => new Set(words.split(/\s+/u)),
) as [Set<string>, Set<string>, Set<string>, Set<string>];

/** Written together in small letters there is nothing to split at: `accesstoken`, `dbpassword`. */
const glued = /(?:password|passwd|passphrase|secret|token|apikey)$/u;

/** Most names have nothing of the kind in them, and need no splitting. */
const hint =
  /pass|pw|secret|token|jwt|bearer|auth|credential|cookie|key|session|otp|pin|cvv|cvc|ssn|code|string/iu;

/** Whether what stands under this name is likely to be a secret. Goes by words: there is no `pass` in `compass`. */
export function isSecretName(name: string): boolean {
  // The end tells, and a name may be megabytes long.
  const end = name.slice(-40);
  if (!hint.test(end)) return false;
  const words = wordsOf(end);
  if (words.length === 1 && alone.has(words[0] as string)) return true;
  return words.some((word, at) => isSecret(word, words[at + 1])) && !words.some((word) => about.has(word));
}

function isSecret(word: string, next: string | undefined): boolean {
  if (anywhere.has(word) || glued.test(word)) return true;
  return next === undefined ? last.has(word) : anywhere.has(word + next);
}

/** `APIKey`, `api_key` and `api-key2` are all `api` and `key`. */
function wordsOf(name: string): readonly string[] {
  const words = name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/gu) ?? [];
  return words.map((word) => word.toLowerCase());
}
