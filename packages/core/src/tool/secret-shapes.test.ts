import { describe, expect, test } from 'vitest';
import { withoutSecretShapes } from './secret-shapes.ts';

/** Made up: letters and digits that no service ever gave out. */
const random = (length: number, alphabet = 'aB3dE6fG9hJkLm2nPq5rStUv8wXyZ'): string =>
  Array.from({ length }, (_, at) => alphabet[(at * 7 + length) % alphabet.length]).join('');
const hex = (length: number): string => random(length, '0a1b2c3d4e5f6789');
const capital = (length: number): string => random(length, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567');
const jwt = `eyJhbGciOiJIUzI1NiJ9.eyJ${random(40)}.${random(43)}`;
const pem = (kind: string): string =>
  `-----BEGIN ${kind}-----\n${random(64)}\n${random(64)}\n-----END ${kind}-----`;

/** What must be gone, whatever it stands in. */
const tokens: readonly (readonly [name: string, token: string])[] = [
  ['our own', `tc_${hex(30)}_${random(43)}`],
  ['OpenAI', `sk-${random(48)}`],
  ['OpenAI, for a project', `sk-proj-${random(40)}-${random(40)}_${random(40)}`],
  ['OpenAI, for a service', `sk-svcacct-${random(74)}`],
  ['OpenAI, for an administrator', `sk-admin-${random(60)}`],
  ['Anthropic', `sk-ant-api03-${random(86)}-${random(6)}AA`],
  ['Anthropic, for an administrator', `sk-ant-admin01-${random(86)}`],
  ['OpenRouter', `sk-or-v1-${hex(64)}`],
  ['DeepSeek', `sk-${hex(32)}`],
  ['Groq', `gsk_${random(52)}`],
  ['xAI', `xai-${random(80)}`],
  ['Hugging Face', `hf_${random(34)}`],
  ['GitHub, personal', `ghp_${random(36)}`],
  ['GitHub, OAuth', `gho_${random(36)}`],
  ['GitHub, user to server', `ghu_${random(36)}`],
  ['GitHub, server to server', `ghs_${random(36)}`],
  ['GitHub, refresh', `ghr_${random(76)}`],
  ['GitHub, fine-grained', `github_pat_${random(22)}_${random(59)}`],
  ['GitLab, personal', `glpat-${random(20)}`],
  ['GitLab, runner', `glrt-${random(20)}`],
  ['GitLab, job', `glcbt-64_${random(20)}`],
  ['GitLab, deploy', `gldt-${random(20)}`],
  ['Slack, bot', `xoxb-123456789012-1234567890123-${random(24)}`],
  ['Slack, user', `xoxp-123456789012-123456789012-1234567890123-${hex(32)}`],
  ['Slack, app', `xapp-1-A0123456789-1234567890123-${hex(64)}`],
  ['Stripe, live', `sk_live_${random(24)}`],
  ['Stripe, test', `sk_test_${random(24)}`],
  ['Stripe, restricted', `rk_live_${random(24)}`],
  ['Stripe, webhook', `whsec_${random(32)}`],
  ['AWS, access key', `AKIA${capital(16)}`],
  ['AWS, temporary access key', `ASIA${capital(16)}`],
  ['AWS, session', `IQoJb3JpZ2lu${random(200)}`],
  ['Google, API', `AIza${random(35)}`],
  ['Google, OAuth', `ya29.${random(60)}`],
  ['Google, client', `GOCSPX-${random(28)}`],
  ['Google, refresh', `1//0${random(60)}`],
  ['npm', `npm_${random(36)}`],
  ['PyPI', `pypi-AgEIcHlwaS5vcmc${random(80)}`],
  ['Docker', `dckr_pat_${random(27)}`],
  ['DigitalOcean', `dop_v1_${hex(64)}`],
  ['Shopify', `shpat_${hex(32)}`],
  ['SendGrid', `SG.${random(22)}.${random(43)}`],
  ['Twilio', `SK${hex(32)}`],
  ['Linear', `lin_api_${random(40)}`],
  ['Atlassian', `ATATT3${random(80)}=${random(8)}`],
  ['Vault', `hvs.${random(90)}`],
  ['age', `AGE-SECRET-KEY-1${capital(58)}`],
  ['a JWT', jwt],
  ['a JWT without a signature', `eyJhbGciOiJub25lIn0.eyJ${random(20)}.`],
  ['a private key', pem('PRIVATE KEY')],
  ['an RSA key', pem('RSA PRIVATE KEY')],
  ['an EC key', pem('EC PRIVATE KEY')],
  ['an SSH key', pem('OPENSSH PRIVATE KEY')],
  ['a PGP key', pem('PGP PRIVATE KEY BLOCK')],
  ['a key in one line', pem('PRIVATE KEY').replaceAll('\n', String.raw`\n`)],
  ['a key that was cut off', pem('RSA PRIVATE KEY').slice(0, 80)],
];

/** Secrets by what stands around them; the last part is what must be gone. */
const phrases: readonly (readonly [text: string, secret: string])[] = [
  [`Authorization: Bearer ${random(30)}`, random(30)],
  ['authorization: bearer abc123def', 'abc123def'],
  [`-H "Authorization: Basic dXNlcjpodW50ZXIyIQ=="`, 'dXNlcjpodW50ZXIyIQ'],
  [`Proxy-Authorization: Basic ${random(20)}=`, random(20)],
  ['Cookie: theme=dark; sid=4711abc', '4711abc'],
  ['Set-Cookie: sid=4711abc; HttpOnly', '4711abc'],
  ['https://ada:hunter2@example.com/path', 'hunter2'],
  ['https://ada:hun@ter2@example.com/path', 'ter2'],
  ['redis://:hunter2@cache:6379/0', 'hunter2'],
  ['postgres://app:s%40crEt@db.internal:5432/app?sslmode=require', 's%40crEt'],
  ['mongodb+srv://app:correct@cluster0.mongodb.net/?retryWrites=true', 'correct'],
  ['amqps://app:battery@queue/vhost', 'battery'],
  ['git clone https://oauth2:topsecretword@gitlab.com/a/b.git', 'topsecretword'],
  ['Server=db;Database=app;User Id=sa;Password=hunter2!;Encrypt=true', 'hunter2!'],
  ['Driver={SQL};Server=db;Uid=sa;Pwd=staple42;', 'staple42'],
  [`DefaultEndpointsProtocol=https;AccountName=a;AccountKey=${random(86)}==;`, random(86)],
  [`Endpoint=sb://x/;SharedAccessKeyName=Root;SharedAccessKey=${random(43)}=`, random(43)],
  ['host=db port=5432 user=app password=hunter22', 'hunter22'],
  [`https://a.blob.core.windows.net/c?sv=2024&sig=${random(43)}%3D&se=2030`, random(43)],
  ['DB_PASSWORD=correcthorsebattery', 'correcthorsebattery'],
  ['export DB_PASS=staple9', 'staple9'],
  ['PGPASSWORD=hunter22 psql -h db', 'hunter22'],
  [`AWS_SECRET_ACCESS_KEY=${random(40)}`, random(40)],
  [`aws_secret_access_key = ${random(40)}`, random(40)],
  ['{"access_token":"abc123def","expires_in":3600}', 'abc123def'],
  ['{"password": "p@ssw0rd"}', 'p@ssw0rd'],
  [String.raw`{"body":"{\"client_secret\":\"abc123def\"}"}`, 'abc123def'],
  ['password: hunter22', 'hunter22'],
  ["api_key: 'abc123def'", 'abc123def'],
  ['?api_key=abc123def&page=2', 'abc123def'],
  ['token%3Dabc123def%26page', 'abc123def'],
  ['mysql -u root --password hunter2 app', 'hunter2'],
  ['deploy --token=abc123def', 'abc123def'],
  ['deploy --api-key abcdefgh', 'abcdefgh'],
  [`https://hooks.slack.com/services/T0123ABCD/B0123ABCD/${random(24)}`, random(24)],
];

describe('a token that is known by its shape is taken out', () => {
  test.each(tokens)('of %s', (_, token) => {
    // The longest run of it is what would give it away.
    const secret = token
      .replace(/^-----BEGIN[^-]*-----/u, '')
      .match(/[A-Za-z\d]{14,}/gu)
      ?.at(-1) as string;
    const around = [
      token,
      `The key is ${token}, keep it.`,
      JSON.stringify({ note: token }),
      JSON.stringify({ body: JSON.stringify({ note: `line\n${token}` }) }),
      `key=${token}`,
    ];
    for (const text of around) expect(withoutSecretShapes(text)).not.toContain(secret);
    if (!token.includes('\n'))
      for (const text of [
        `https://example.com/${token}/x`,
        `https://example.com/?a=1&k=${encodeURIComponent(token)}&b=2`,
      ])
        expect(withoutSecretShapes(text)).not.toContain(secret);
  });

  test.each(phrases)('of %s', (text, secret) => {
    for (const around of [text, `> ${text}\n`, `before\n${text}\nafter`]) {
      const shown = withoutSecretShapes(around);
      expect(shown).not.toContain(secret);
      expect(shown).toContain('[redacted]');
    }
  });

  test('and what stands around it stays', () => {
    const text = `a ghp_${random(36)} b https://ada:hunter2@host/x c ${pem('PRIVATE KEY')} d`;
    expect(withoutSecretShapes(text)).toBe(
      'a ghp_[redacted] b https://ada:[redacted]@host/x c -----BEGIN PRIVATE KEY-----[redacted]-----END PRIVATE KEY----- d',
    );
  });

  test('once: what has been taken out stays as it is', () => {
    for (const [text] of phrases) {
      const shown = withoutSecretShapes(text);
      expect(withoutSecretShapes(shown)).toBe(shown);
    }
  });
});

const image = (length: number): string =>
  Array.from(
    { length },
    (_, at) =>
      'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'[(at * at * 31 + at * 17) % 64],
  ).join('');

describe('what only looks like one stays as it is', () => {
  test.each([
    '8f14e45fceea167a5a36dedd4bea2543c1d8f9aa',
    'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    'sha512-3tlv/dIP7FWvj3BsbHrGLJ6l/oKh1O3TcgBqMn+yyfe9vZRPZwCmPLbUZqYBzdTf3wUpHc8YZkkqQ4zVw==',
    '123e4567-e89b-12d3-a456-426614174000',
    '01J9ZQ6M3W8Y5T2R7K4N1X0VBC',
    'commit 8f14e45 (HEAD -> main, origin/main)',
    '/usr/local/lib/node_modules/npm/node_modules/sk-tools/lib/index.js',
    String.raw`C:\Users\ada\AppData\Local\Temp\token-cache\passwords.txt`,
    'src/components/sk-circle-fade-dot-spinner/sk-circle-fade-dot.css',
    'task-management-and-scheduling-system-overview',
    'disk-usage-of-the-production-database-server-01',
    'npm_config_cache=/home/ada/.npm',
    'npm_package_version_with_a_long_name',
    'https://example.com:8080/a/b?x=1#y',
    'https://www.npmjs.com/package/@scope/name',
    'ssh://git@github.com:22/org/repo.git',
    'git@github.com:org/repo.git',
    'http://localhost:3000, write to ada@example.com',
    'see http://[::1]:8080/ and mailto:ada@example.com',
    'postgres://db.internal:5432/app',
    'redis://cache:6379',
    'Use Bearer authentication, or Basic authentication over TLS.',
    'Authorization: Bearer <token>',
    'Authorization: Bearer $TOKEN',
    'the bearer of this letter; basic understanding',
    'password: string;',
    'password: required',
    '"password": "Enter your password"',
    '"token": "string"',
    'const token = await readToken(path);',
    'const password = process.env.S3_PASSWORD;',
    'token = tokens[index + 1]',
    'if (token === undefined) return;',
    'max_tokens: 4096, total_tokens=1234567',
    'password = ${DB_PASSWORD_2}',
    'secret: {{secrets.tracker1}}',
    'api_key=${API_KEY_1}',
    'The secret: be kind. The key: practice.',
    'primary_key: customer_id_2024',
    'cookie: a small file that a site stores',
    '--token-file /run/secrets/x1 --password-stdin',
    '-----BEGIN CERTIFICATE-----\nMIIB9aB3dE6\n-----END CERTIFICATE-----',
    '-----BEGIN PUBLIC KEY-----\nMIIB9aB3dE6\n-----END PUBLIC KEY-----',
    'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ0aB3dE6fG9hJkLm2nPq5rStUv8wXyZ ada@host',
    'eyJust a word',
    'ASIA and AFRICA; AKIAHA; AIzawa',
    'Lorem ipsum dolor sit amet, consectetur adipiscing elit; 密码：请输入。',
    'v1.2.3-alpha.4+build.20260101',
    '2026-11-16T05:30:02.123Z 192.168.0.1 GET /index.html 200 1234',
    `data:image/png;base64,iVBORw0KGgo${image(4000)}`,
    image(20_000),
    image(20_000).replaceAll('+', '-').replaceAll('/', '_'),
    '+49 30 123456-78, 4111 1111 1111',
    '\\u0041\\u0042 \\x41 %20%3D',
    'pk_live_is_the_name_of_a_publishable_key',
    'SELECT token, secret FROM accounts WHERE pwd = ? AND api_key = $1',
    '@Input() password = input.required<string>();',
    'RUN --mount=type=secret,id=npmrc npm ci',
  ])('%s', (text) => {
    expect(withoutSecretShapes(text)).toBe(text);
  });
});
