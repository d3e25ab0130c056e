/** How issuers write their secrets, so that leaked ones are found. Each has a digit somewhere. */
const issued = [
  // OpenAI, Anthropic, OpenRouter, Langfuse and others; Groq, xAI, Perplexity, Hugging Face, Replicate, NVIDIA, ElevenLabs, Jina.
  'sk-[\\w-]{18,}',
  'pk-lf-[\\w-]{18,}',
  'gsk_[\\dA-Za-z]{20,}',
  'xai-[\\dA-Za-z]{20,}',
  'pplx-[\\dA-Za-z]{20,}',
  'hf_[\\dA-Za-z]{20,}',
  'r8_[\\dA-Za-z]{20,}',
  'nvapi-[\\w-]{20,}',
  'sk_[\\da-f]{32,}',
  'jina_[\\w-]{20,}',
  'lsv2_(?:pt|sk)_[\\w]{20,}',
  'ctx7sk-[\\w-]{16,}',
  // Tavily, Firecrawl, Brave, Browserbase, E2B, Mem0, Apify.
  'tvly-[\\w-]{16,}',
  'fc-[\\da-f]{20,}',
  'BSA[\\w-]{20,}',
  'bb_(?:live|test)_[\\w-]{16,}',
  'e2b_[\\da-f]{20,}',
  'm0-[\\dA-Za-z]{20,}',
  'apify_api_\\w{16,}',
  // GitHub, GitLab, Bitbucket, npm, PyPI, Docker.
  'gh[opsur]_[\\dA-Za-z]{16,}',
  'github_pat_\\w{16,}',
  'gl(?:pat|oas|dt|rt|cbt|ptt|ft|imt|agent|soat|ffct)-[\\w.-]{16,}',
  'BBDC-[\\w+-]{16,}',
  'npm_[\\dA-Za-z]{30,}',
  'pypi-[\\w-]{20,}',
  'dckr_pat_[\\w-]{16,}',
  // Slack, Discord, Notion, Linear, Atlassian, Figma, Airtable, ClickUp, Asana, Sentry, PostHog, Contentful, Typeform.
  'xox[a-z](?:\\.xox[a-z])?-[\\w-]{10,}',
  'xapp-[\\w-]{10,}',
  'ntn_[\\dA-Za-z]{16,}',
  'secret_[\\dA-Za-z]{30,}',
  'lin_(?:api|oauth)_\\w{16,}',
  'AT(?:ATT|CTT)3x[\\w=-]{16,}',
  'figd_[\\w-]{16,}',
  'pat[\\dA-Za-z]{14}\\.[\\da-f]{32,}',
  'pk_\\d{5,}_[\\dA-Z]{20,}',
  'sntry[a-z]_[\\w+/=-]{16,}',
  'ph[cx]_[\\dA-Za-z]{16,}',
  'CFPAT-[\\w-]{20,}',
  'tfp_[\\w-]{20,}',
  // AWS, Google, Azure, DigitalOcean, Databricks, Vault, Tailscale, Grafana, Supabase, PlanetScale, Neon, Netlify, Pulumi, Heroku.
  '(?:AKIA|ASIA)[\\dA-Z]{16}',
  'AIza[\\w-]{30,}',
  'ya29\\.[\\w-]{16,}',
  'GOCSPX-[\\w-]{16,}',
  'do[opr]_v1_[\\da-f]{32,}',
  'dapi[\\da-f]{30,}',
  'hv[bs]\\.[\\w-]{20,}',
  'tskey-[\\w-]{16,}',
  'glsa_\\w{20,}',
  'sb(?:p|_publishable|_secret)_[\\w-]{16,}',
  'pscale_(?:tkn|pw|oauth)_[\\w.-]{20,}',
  'napi_[\\da-z]{30,}',
  'nfp_[\\dA-Za-z]{20,}',
  'pul-[\\da-f]{30,}',
  'HRKU-[\\w-]{20,}',
  'ops_eyJ[\\w-]{30,}',
  // Stripe, Square, SendGrid, Resend, Mailgun, Twilio, Shopify, Telegram.
  '(?:sk|pk|rk)_(?:live|test)_\\w{10,}',
  'whsec_[\\w+/=-]{16,}',
  'sq0[a-z]{3}-[\\w-]{16,}',
  'EAAA[\\w-]{40,}',
  'SG\\.[\\w-]{16,}\\.[\\w-]{16,}',
  're_[\\dA-Za-z]{8,}_[\\dA-Za-z]{16,}',
  'key-[\\da-f]{32}',
  'SK[\\da-f]{32}',
  'shp[a-z]{2}_[\\dA-Fa-f]{16,}',
  '\\d{8,10}:AA[\\w-]{30,}',
  // JSON Web Tokens.
  'eyJ[\\w-]{8,}\\.[\\w-]{8,}(?:\\.[\\w-]*)?',
];
const issuedSecret = new RegExp(`(?<![\\w-])(?:${issued.join('|')})(?![\\w])`, 'gu');

/** Addresses that give a right to whoever knows them: incoming webhooks of Slack and Discord. */
const webhook =
  /(?<=hooks\.slack\.com\/(?:services|workflows|triggers)\/|discord(?:app)?\.com\/api\/webhooks\/)[\w/-]{20,}/gu;

const privateKey = /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/gu;

/** After a colon there is the tag or the digest of an image, but not after a secret that was just replaced. */
const longWord = /(?<![\w.@#+-])(?<!(?<!\}):)[\w+-]{24,}={0,2}(?![\w.@-])/gu;

/** Characters before a word that are looked at: a name, or the beginning of a path. */
const nearby = 500;

/** What stands before such a word says that it is no secret: a file's path, or a name such as `folder_id`. */
export type IsHarmless = (before: string) => boolean;

/** Replaces what is a secret by how it looks, wherever it stands. */
export function replaceShapes(text: string, put: (secret: string) => string, isHarmless: IsHarmless): string {
  return text
    .replaceAll(privateKey, (key) => put(key))
    .replaceAll(issuedSecret, (secret) => (/\d/u.test(secret) ? put(secret) : secret))
    .replaceAll(webhook, (path) => put(path))
    .replaceAll(longWord, (word, at: number, whole: string) =>
      isRandom(word) && !isHarmless(whole.slice(Math.max(0, at - nearby), at)) ? put(word) : word,
    );
}

/** Whether a word was made by chance: long, of letters and digits that change places as they do in no word that people write. */
export function isRandom(word: string): boolean {
  if (publicShapes.test(word)) return false;
  if (/^[\da-f]{32,}$/iu.test(word)) return /\d/u.test(word) && /[a-f]/iu.test(word);
  if (word.length < 24 || !/\d/u.test(word) || !/[A-Za-z]/u.test(word)) return false;
  const pieces = word.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+/gu) ?? [];
  const separators = word.match(/[-_]/gu) ?? [];
  return separators.length <= word.length / 10 && word.length / pieces.length < 3;
}

/** A UUID, accounts of a blockchain and of Twilio, and what a checksum begins with. */
const publicShapes = /^(?:[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}|0x[\da-f]{40}|AC[\da-f]{32}|sha\d+-.*)$/iu;
