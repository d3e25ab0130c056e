/**
 * Entries as the pages of widely used servers tell people to write them, with values as their issuers make them up. What is a
 * secret stands between « and »; everything else must stay as it is.
 */
export interface CorpusEntry {
  readonly server: string;
  readonly entry: object;
}

const node = (args: readonly string[], env?: { readonly [name: string]: string | number }): object => ({
  command: 'npx',
  args: ['-y', ...args],
  ...(env !== undefined && { env }),
});
const uvx = (args: readonly string[], env?: { readonly [name: string]: string | number }): object => ({
  command: 'uvx',
  args,
  ...(env !== undefined && { env }),
});
const docker = (args: readonly string[], env?: { readonly [name: string]: string }): object => ({
  command: 'docker',
  args: ['run', '-i', '--rm', ...args],
  ...(env !== undefined && { env }),
});
const remote = (url: string, headers?: { readonly [name: string]: string }): object => ({
  type: 'http',
  url,
  ...(headers !== undefined && { headers }),
});

/** The detection was made with these. */
export const corpus: readonly CorpusEntry[] = Object.entries({
  github: docker(['-e', 'GITHUB_PERSONAL_ACCESS_TOKEN', 'ghcr.io/github/github-mcp-server'], {
    GITHUB_PERSONAL_ACCESS_TOKEN: '«ghp_4kQ2vN8xR1mT6yB3cZ9wL5jH7dF0sGaPqUe1»',
  }),
  'github-inline': docker([
    '-e',
    'GITHUB_PERSONAL_ACCESS_TOKEN=«github_pat_11AAAAAAA0xYzAbCdEfGhI_jKlMnOpQrStUvWxYz0123456789»',
    '-e',
    'GITHUB_TOOLSETS=repos,issues,pull_requests',
    'ghcr.io/github/github-mcp-server',
  ]),
  'github-remote': remote('https://api.githubcopilot.com/mcp/', {
    Authorization: 'Bearer «gho_16C7e42F292c6912E7710c838347Ae178B4a»',
    'X-MCP-Toolsets': 'repos,issues',
    'X-MCP-Readonly': 'true',
  }),
  gitlab: node(['@modelcontextprotocol/server-gitlab'], {
    GITLAB_PERSONAL_ACCESS_TOKEN: '«glpat-Xy7Kp2Qm9Rt4Vw1Zs8Nb»',
    GITLAB_API_URL: 'https://gitlab.com/api/v4',
  }),
  slack: node(['@modelcontextprotocol/server-slack'], {
    SLACK_BOT_TOKEN: '«xoxb-1234567890123-1234567890123-AbCdEfGhIjKlMnOpQrStUvWx»',
    SLACK_TEAM_ID: 'T01234567',
    SLACK_CHANNEL_IDS: 'C01234567, C76543210',
  }),
  'google-maps': node(['@modelcontextprotocol/server-google-maps'], {
    GOOGLE_MAPS_API_KEY: '«AIzaSyD4kX9mQ2vN8xR1mT6yB3cZ9wL5jH7dF0s»',
  }),
  'brave-search': node(['@brave/brave-search-mcp-server', '--transport', 'stdio'], {
    BRAVE_API_KEY: '«BSAkX9mQ2vN8xR1mT6yB3cZ9wL5jH7d»',
  }),
  'brave-args': node([
    '@brave/brave-search-mcp-server',
    '--brave-api-key',
    '«BSAkX9mQ2vN8xR1mT6yB3cZ9wL5jH7d»',
  ]),
  postgres: node([
    '@modelcontextprotocol/server-postgres',
    'postgresql://app:«s3cr3t-Pa55»@db.example.com:5432/shop',
  ]),
  'postgres-local': node(['@modelcontextprotocol/server-postgres', 'postgresql://localhost/mydb']),
  'postgres-pro': docker(['-e', 'DATABASE_URI', 'crystaldba/postgres-mcp', '--access-mode=unrestricted'], {
    DATABASE_URI: 'postgresql://username:«pa55w0rd»@localhost:5432/dbname',
  }),
  redis: uvx([
    '--from',
    'redis-mcp-server@latest',
    'redis-mcp-server',
    '--url',
    'redis://default:«hunter2hunter»@cache.example.com:6379/0',
  ]),
  'redis-env': uvx(['redis-mcp-server'], {
    REDIS_HOST: 'redis-10000.c1.us-east-1.ec2.cloud.redislabs.com',
    REDIS_PORT: '10000',
    REDIS_USERNAME: 'default',
    REDIS_PWD: '«qX7!vB2#»',
    REDIS_SSL: 'False',
    REDIS_CA_PATH: '/etc/ssl/certs/ca.pem',
  }),
  mysql: node(['@benborla29/mcp-server-mysql'], {
    MYSQL_HOST: '127.0.0.1',
    MYSQL_PORT: '3306',
    MYSQL_USER: 'root',
    MYSQL_PASS: '«correct-horse»',
    MYSQL_DB: 'shop',
    ALLOW_INSERT_OPERATION: 'false',
  }),
  mongodb: node([
    'mongodb-mcp-server@latest',
    '--connectionString',
    'mongodb+srv://ada:«pw0rd»@cluster0.ab1cd.mongodb.net/shop',
    '--readOnly',
  ]),
  'mongodb-atlas': node(['mongodb-mcp-server'], {
    MDB_MCP_API_CLIENT_ID: 'mdb_sa_id_66f1a2b3c4d5e6f708192a3b',
    MDB_MCP_API_CLIENT_SECRET: '«mdb_sa_sk_9xV2kLm8QwErTyUiOpAsDfGhJkZxCvBn»',
    MDB_MCP_LOG_PATH: '/var/log/mongodb-mcp',
  }),
  notion: node(['@notionhq/notion-mcp-server'], {
    OPENAPI_MCP_HEADERS:
      '{"Authorization": "Bearer «ntn_50123456789AbCdEfGhIjKlMnOpQrStUvWxYz012345»", "Notion-Version": "2022-06-28" }',
  }),
  'notion-token': node(['@notionhq/notion-mcp-server'], {
    NOTION_TOKEN: '«ntn_50123456789AbCdEfGhIjKlMnOpQrStUvWxYz012345»',
  }),
  supabase: node(
    ['@supabase/mcp-server-supabase@latest', '--read-only', '--project-ref=abcdefghijklmnopqrst'],
    {
      SUPABASE_ACCESS_TOKEN: '«sbp_0102030405060708090a0b0c0d0e0f1011121314»',
    },
  ),
  'supabase-args': node([
    '@supabase/mcp-server-supabase',
    '--access-token',
    '«sbp_0102030405060708090a0b0c0d0e0f1011121314»',
  ]),
  context7: node(['@upstash/context7-mcp', '--api-key', '«ctx7sk-1a2b3c4d-5e6f-7081-92a3-b4c5d6e7f809»']),
  'context7-remote': remote('https://mcp.context7.com/mcp', {
    CONTEXT7_API_KEY: '«ctx7sk-1a2b3c4d-5e6f-7081-92a3-b4c5d6e7f809»',
  }),
  exa: node(['exa-mcp-server', '--tools=web_search_exa,get_code_context_exa'], {
    EXA_API_KEY: '«5f0c1d2e-3a4b-4c5d-8e6f-7a8b9c0d1e2f»',
  }),
  'exa-remote': node([
    'mcp-remote',
    'https://mcp.exa.ai/mcp?exaApiKey=«5f0c1d2e-3a4b-4c5d-8e6f-7a8b9c0d1e2f»',
  ]),
  firecrawl: node(['firecrawl-mcp'], {
    FIRECRAWL_API_KEY: '«fc-0a1b2c3d4e5f60718293a4b5c6d7e8f9»',
    FIRECRAWL_RETRY_MAX_ATTEMPTS: '5',
    FIRECRAWL_CREDIT_WARNING_THRESHOLD: '2000',
  }),
  'firecrawl-sse': remote('https://mcp.firecrawl.dev/«fc-0a1b2c3d4e5f60718293a4b5c6d7e8f9»/v2/mcp'),
  tavily: node(['tavily-mcp@0.1.4'], { TAVILY_API_KEY: '«tvly-dev-AbCdEfGhIjKlMnOpQrStUvWxYz012345»' }),
  'tavily-remote': node([
    'mcp-remote',
    'https://mcp.tavily.com/mcp/?tavilyApiKey=«tvly-AbCdEfGhIjKlMnOp012345»',
  ]),
  figma: node([
    'figma-developer-mcp',
    '--figma-api-key=«figd_AbCdEfGh-IjKlMnOpQrStUvWxYz0123456789»',
    '--stdio',
  ]),
  'figma-windows': {
    command: 'cmd',
    args: [
      '/c',
      'npx',
      '-y',
      'figma-developer-mcp',
      '--figma-api-key',
      '«figd_AbCdEfGh-IjKlMnOpQrStUvWxYz0123456789»',
      '--stdio',
    ],
  },
  atlassian: docker(
    ['-e', 'CONFLUENCE_URL', '-e', 'JIRA_API_TOKEN', 'ghcr.io/sooperset/mcp-atlassian:latest'],
    {
      CONFLUENCE_URL: 'https://your-company.atlassian.net/wiki',
      CONFLUENCE_USERNAME: 'ada@example.com',
      CONFLUENCE_API_TOKEN: '«ATATT3xFfGF0abcdefghijklmnopqrstuvwxyz0123456789=1A2B3C4D»',
      JIRA_URL: 'https://your-company.atlassian.net',
      JIRA_API_TOKEN: '«ATATT3xFfGF0zyxwvutsrqponmlkjihgfedcba9876543210=4D3C2B1A»',
      JIRA_SSL_VERIFY: 'false',
    },
  ),
  stripe: node([
    '@stripe/mcp',
    '--tools=all',
    '--api-key=«sk_test_51H8abcdefGHIJKLmnopQRSTuvwxYZ0123456789»',
  ]),
  elasticsearch: node(['@elastic/mcp-server-elasticsearch'], {
    ES_URL: 'https://es.example.com:9200',
    ES_API_KEY: '«VnVhQ2ZHY0JDZGJrUW0tZTVhT3g6dWkybHAyYXhUTm1zeWFrdzl0dk5udw==»',
    OTEL_LOG_LEVEL: 'none',
  }),
  neon: node([
    '@neondatabase/mcp-server-neon',
    'start',
    '«napi_0a1b2c3d4e5f6g7h8i9j0k1l2m3n4o5p6q7r8s9t0u1v2w3x4y5z»',
  ]),
  'neon-remote': remote('https://mcp.neon.tech/mcp', {
    Authorization: 'Bearer «napi_0a1b2c3d4e5f6g7h8i9j0k1l2m3n4o5p6q7r8s9t»',
  }),
  cloudflare: node(['mcp-remote', 'https://observability.mcp.cloudflare.com/sse']),
  aws: uvx(['awslabs.cloudwatch-mcp-server@latest'], {
    AWS_PROFILE: 'default',
    AWS_REGION: 'us-east-1',
    FASTMCP_LOG_LEVEL: 'ERROR',
  }),
  'aws-kb': node(['@modelcontextprotocol/server-aws-kb-retrieval'], {
    AWS_ACCESS_KEY_ID: '«AKIAIOSFODNN7EXAMPLE»',
    AWS_SECRET_ACCESS_KEY: '«wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY»',
    AWS_REGION: 'eu-west-1',
  }),
  grafana: {
    command: 'mcp-grafana',
    args: ['-t', 'stdio', '--debug'],
    env: {
      GRAFANA_URL: 'http://localhost:3000',
      GRAFANA_SERVICE_ACCOUNT_TOKEN: '«glsa_AbCdEfGhIjKlMnOpQrStUvWxYz012345_a1b2c3d4»',
    },
  },
  qdrant: uvx(['mcp-server-qdrant'], {
    QDRANT_URL: 'https://xyz-example.eu-central.aws.cloud.qdrant.io:6333',
    QDRANT_API_KEY:
      '«eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJhY2Nlc3MiOiJtIn0.5f4dcc3b5aa765d61d8327deb882cf99AbC»',
    COLLECTION_NAME: 'my_collection_with_a_long_name_2026',
    EMBEDDING_MODEL: 'sentence-transformers/all-MiniLM-L6-v2',
  }),
  apify: node(
    ['@apify/actors-mcp-server', '--tools', 'docs,runs,lukaskrivka/google-maps-with-contact-details'],
    {
      APIFY_TOKEN: '«apify_api_AbCdEfGhIjKlMnOpQrStUvWxYz0123456789»',
    },
  ),
  browserbase: node(['@browserbasehq/mcp-server-browserbase'], {
    BROWSERBASE_API_KEY: '«bb_live_AbCdEfGhIjKlMnOpQrStUvWxYz0»',
    BROWSERBASE_PROJECT_ID: '1a2b3c4d-5e6f-4708-92a3-b4c5d6e7f809',
    GEMINI_API_KEY: '«AIzaSyD4kX9mQ2vN8xR1mT6yB3cZ9wL5jH7dF0t»',
  }),
  sentry: node([
    '@sentry/mcp-server@latest',
    '--access-token=«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»',
    '--host=sentry.example.com',
  ]),
  logfire: uvx(['logfire-mcp@latest', '--read-token=«pylf_v1_us_AbCdEfGhIjKlMnOpQrStUvWxYz0123456789»']),
  elevenlabs: uvx(['elevenlabs-mcp'], {
    ELEVENLABS_API_KEY: '«sk_0a1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f6071»',
    ELEVENLABS_MCP_BASE_PATH: '~/Desktop',
  }),
  minimax: uvx(['minimax-mcp', '-y'], {
    MINIMAX_API_KEY: '«eyJhbGciOiJSUzI1NiIsInR5cCI6IkpXVCJ9.eyJHcm91cE5hbWUiOiJBZGEifQ.ab12CD34ef56»',
    MINIMAX_API_HOST: 'https://api.minimaxi.chat',
    MINIMAX_MCP_BASE_PATH: '/Users/ada/Movies',
  }),
  linear: node(['linear-mcp-server'], {
    LINEAR_API_KEY: '«lin_api_AbCdEfGhIjKlMnOpQrStUvWxYz0123456789AbCd»',
  }),
  airtable: node(['airtable-mcp-server'], {
    AIRTABLE_API_KEY: '«pat123abcDEF45678.0a1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7e8f9»',
  }),
  'airtable-args': node([
    'airtable-mcp-server',
    '«pat123abcDEF45678.0a1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7e8f9»',
  ]),
  twilio: node([
    '@twilio-alpha/mcp',
    'AC0a1b2c3d4e5f60718293a4b5c6d7e8f9/«SK0a1b2c3d4e5f60718293a4b5c6d7e8f9»:«0a1B2c3D4e5F60718293a4B5c6D7e8F9»',
  ]),
  azure: node(['@azure/mcp@latest', 'server', 'start'], {
    AZURE_TENANT_ID: '72f988bf-86f1-41af-91ab-2d7cd011db47',
    AZURE_CLIENT_ID: '1a2b3c4d-5e6f-4708-92a3-b4c5d6e7f809',
    AZURE_CLIENT_SECRET: '«Abc8Q~dEfGhIjKlMnOpQrStUvWxYz0123456789_»',
  }),
  'azure-devops': node(['@azure-devops/mcp', 'contoso', '-d', 'core', 'work', 'work-items']),
  'azure-devops-pat': node(['@tiberriver256/mcp-server-azure-devops'], {
    AZURE_DEVOPS_ORG_URL: 'https://dev.azure.com/contoso',
    AZURE_DEVOPS_AUTH_METHOD: 'pat',
    AZURE_DEVOPS_PAT: '«abcdefghijklmnopqrstuvwxyz234567abcdefghijklmnopqrst»',
    AZURE_DEVOPS_DEFAULT_PROJECT: 'shop',
  }),
  filesystem: node([
    '@modelcontextprotocol/server-filesystem',
    '/Users/ada/Desktop',
    '/Users/ada/Documents/2024 Reports',
  ]),
  'filesystem-docker': docker([
    '--mount',
    'type=bind,src=/Users/ada/Desktop,dst=/projects/Desktop',
    'mcp/filesystem',
    '/projects',
  ]),
  memory: node(['@modelcontextprotocol/server-memory'], { MEMORY_FILE_PATH: '/path/to/custom/memory.json' }),
  time: uvx(['mcp-server-time', '--local-timezone=America/New_York']),
  git: uvx(['mcp-server-git', '--repository', 'path/to/git/repo']),
  fetch: uvx(['mcp-server-fetch', '--user-agent=Mozilla/5.0 (compatible; Bot/1.0)']),
  sequential: node(['@modelcontextprotocol/server-sequential-thinking'], { DISABLE_THOUGHT_LOGGING: 'true' }),
  playwright: node([
    '@playwright/mcp@latest',
    '--browser=firefox',
    '--viewport-size=1280,720',
    '--storage-state',
    '/tmp/state.json',
    '--secrets',
    '.env.playwright',
  ]),
  puppeteer: docker(['--init', '-e', 'DOCKER_CONTAINER=true', 'mcp/puppeteer'], {
    PUPPETEER_LAUNCH_OPTIONS:
      '{ "headless": false, "executablePath": "C:/Program Files/Google/Chrome/Application/chrome.exe", "args": [] }',
  }),
  gdrive: node(['@modelcontextprotocol/server-gdrive'], {
    GDRIVE_CREDENTIALS_PATH: '/Users/ada/.config/gdrive-server-credentials.json',
    GOOGLE_APPLICATION_CREDENTIALS: '/Users/ada/keys/service-account-2024.json',
  }),
  'google-sheets': uvx(['mcp-google-sheets@latest'], {
    SERVICE_ACCOUNT_PATH: '/full/path/to/your/service-account-key.json',
    DRIVE_FOLDER_ID: '1a2B3c4D5e6F7g8H9i0J1k2L3m4N5o6P7',
  }),
  gmail: node(['@gongrzhe/server-gmail-autoauth-mcp']),
  kubernetes: node(['mcp-server-kubernetes'], {
    KUBECONFIG: '/home/ada/.kube/config',
    ALLOW_ONLY_NON_DESTRUCTIVE_TOOLS: 'true',
  }),
  terraform: docker([
    '-e',
    'TFE_ADDRESS=https://app.terraform.io',
    '-e',
    'TFE_TOKEN=«Ab1Cd2Ef3Gh4Ij.atlasv1.AbCdEfGhIjKlMnOpQrStUvWxYz0123456789»',
    'hashicorp/terraform-mcp-server:0.4.0',
  ]),
  digitalocean: node(['@digitalocean/mcp', '--services', 'apps,droplets'], {
    DIGITALOCEAN_API_TOKEN: '«dop_v1_0a1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7e8f9»',
  }),
  n8n: node(['n8n-mcp'], {
    MCP_MODE: 'stdio',
    LOG_LEVEL: 'error',
    N8N_API_URL: 'https://n8n.example.com',
    N8N_API_KEY: '«eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjMifQ.AbCdEfGhIjKlMnOpQrStUvWxYz012»',
  }),
  'n8n-bearer': node([
    'supergateway',
    '--streamableHttp',
    'https://n8n.example.com/mcp-server/http',
    '--header',
    'authorization:Bearer «eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjMifQ.AbCdEfGhIjKlMnOpQrStUvWxYz012»',
  ]),
  zapier: node([
    'mcp-remote',
    'https://mcp.zapier.com/api/mcp/s/«MmE3ZDcxYTktOWQ4Ny00ZTQ2LWI1ZjEtYTBjM2QxMjM0NTY3OjhmN2U2ZDVj»/mcp',
  ]),
  smithery: node([
    '@smithery/cli@latest',
    'run',
    '@smithery-ai/github',
    '--key',
    '«1a2b3c4d-5e6f-4708-92a3-b4c5d6e7f809»',
    '--config',
    '{"githubPersonalAccessToken":"«ghp_4kQ2vN8xR1mT6yB3cZ9wL5jH7dF0sGaPqUe1»"}',
  ]),
  'smithery-escaped': node([
    '@smithery/cli@latest',
    'run',
    'exa',
    '--config',
    '"{\\"exaApiKey\\":\\"«5f0c1d2e-3a4b-4c5d-8e6f-7a8b9c0d1e2f»\\",\\"numResults\\":5}"',
  ]),
  telegram: uvx(['mcp-telegram'], {
    TELEGRAM_BOT_TOKEN: '«1234567890:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw0»',
    TELEGRAM_CHAT_ID: '-1001234567890',
  }),
  discord: {
    command: 'java',
    args: ['-jar', '/opt/discord-mcp-0.0.1.jar'],
    env: {
      DISCORD_TOKEN: '«MTIzNDU2Nzg5MDEyMzQ1Njc4.GaBcDe.AbCdEfGhIjKlMnOpQrStUvWxYz0123456789»',
      DISCORD_GUILD_ID: '123456789012345678',
    },
  },
  obsidian: uvx(['mcp-obsidian'], {
    OBSIDIAN_API_KEY: '«0a1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7e8f9»',
    OBSIDIAN_HOST: '127.0.0.1',
    OBSIDIAN_PORT: '27124',
  }),
  todoist: node(['@abhiz123/todoist-mcp-server'], {
    TODOIST_API_TOKEN: '«0a1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d»',
  }),
  spotify: uvx(['spotify-mcp'], {
    SPOTIFY_CLIENT_ID: '0a1b2c3d4e5f60718293a4b5c6d7e8f9',
    SPOTIFY_CLIENT_SECRET: '«9f8e7d6c5b4a39281706f5e4d3c2b1a0»',
    SPOTIFY_REDIRECT_URI: 'http://127.0.0.1:8080/callback',
  }),
  snowflake: uvx([
    'mcp_snowflake_server',
    '--account',
    'ab12345.eu-west-1',
    '--warehouse',
    'COMPUTE_WH',
    '--user',
    'ADA',
    '--password',
    '«Sn0wFl@ke!»',
    '--role',
    'ANALYST',
    '--database',
    'SHOP',
    '--schema',
    'PUBLIC',
  ]),
  mssql: {
    command: 'node',
    args: ['/srv/MssqlMcp/dist/index.js'],
    env: {
      SERVER_NAME: 'db.example.com',
      CONNECTION_STRING: 'Server=db.example.com;Database=shop;User Id=sa;Password=«P@ss1»;Encrypt=true',
      READONLY: 'true',
    },
  },
  'mssql-args': uvx([
    'mssql-mcp',
    'Server=db.example.com;Database=shop;User Id=sa;Password=«P@ss1»;Encrypt=true',
  ]),
  homeassistant: node(
    ['mcp-proxy', '--transport=streamablehttp', '--stateless', 'http://localhost:8123/api/mcp'],
    {
      API_ACCESS_TOKEN:
        '«eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJpc3MiOiI1NmFlZTg1In0.AbCdEfGhIjKlMnOpQrStUvWxYz0»',
    },
  ),
  'slack-browser': node(['slack-mcp-server@latest', '--transport', 'stdio'], {
    SLACK_MCP_XOXC_TOKEN: '«xoxc-1234567890-1234567890-1234567890123-0a1b2c3d4e5f»',
    SLACK_MCP_XOXD_TOKEN: '«xoxd-AbCdEfGh%2BIjKlMnOpQrSt%2FUvWxYz»',
  }),
  perplexity: node(['server-perplexity-ask'], {
    PERPLEXITY_API_KEY: '«pplx-AbCdEfGhIjKlMnOpQrStUvWxYz0123456789AbCdEfGhIjKl»',
  }),
  openrouter: node(['mcp-openrouter', '--model', 'anthropic/claude-3.5-sonnet-20241022'], {
    OPENROUTER_API_KEY: '«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»',
    MAX_TOKENS: '4096',
  }),
  shopify: node([
    'shopify-mcp',
    '--accessToken',
    '«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»',
    '--domain',
    'shop-1.myshopify.com',
  ]),
  posthog: node(
    ['mcp-remote@latest', 'https://mcp.posthog.com/mcp', '--header', 'Authorization:${POSTHOG_AUTH_HEADER}'],
    { POSTHOG_AUTH_HEADER: 'Bearer «phx_AbCdEfGhIjKlMnOpQrStUvWxYz0123456789»' },
  ),
  heroku: {
    command: 'heroku',
    args: ['mcp:start'],
    env: { HEROKU_API_KEY: '«HRKU-AA1b2c3d4e-5f60-7182-93a4-b5c6d7e8f901»' },
  },
  square: node(['square-mcp-server', 'start'], {
    ACCESS_TOKEN: '«EAAAEKjU2v8xR1mT6yB3cZ9wL5jH7dF0sGaPqUe1IjKlMnOpQrStUvWxYz012345»',
    SANDBOX: 'true',
  }),
  paypal: node(['@paypal/mcp', '--tools=all'], {
    PAYPAL_ACCESS_TOKEN:
      '«A21AAFEpH4PsADK7qSS7pSRsgzfENtu-Q1ysgEDVDESseMHBYXVJYE8ovjj68elIDy8nF26AwPhfXTIeWAZHSLIsQkSYz9ifg»',
    PAYPAL_ENVIRONMENT: 'SANDBOX',
  }),
  pinecone: node(['@pinecone-database/mcp'], {
    PINECONE_API_KEY: '«pcsk_2aBcDe_AbCdEfGhIjKlMnOpQrStUvWxYz0123456789AbCdEfGhIjKl»',
  }),
  weaviate: {
    command: 'weaviate-mcp',
    args: [
      '--weaviate-url',
      'https://abc.weaviate.network',
      '--weaviate-api-key',
      '«WVF5YThaHlkYwhGUSmCRgsX3tD5ngdN8pkih»',
      '--search-collection-name',
      'Articles',
    ],
  },
  brightdata: node(['@brightdata/mcp'], {
    API_TOKEN: '«0a1b2c3d-4e5f-6071-8293-a4b5c6d7e8f90a1b2c3d4e5f»',
    WEB_UNLOCKER_ZONE: 'mcp_unlocker',
    RATE_LIMIT: '100/1h',
  }),
  'brightdata-sse': remote(
    'https://mcp.brightdata.com/sse?token=«0a1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7e8f9»',
  ),
  ssh: node([
    'ssh-mcp',
    '--',
    '--host=1.2.3.4',
    '--port=22',
    '--user=root',
    '--password=«toor123»',
    '--key=path/to/key',
    '--timeout=30000',
  ]),
  'ssh-key': node(['ssh-mcp', '--', '--host=1.2.3.4', '--user=root', '--key=/home/ada/.ssh/id_ed25519']),
  basic: remote('https://mcp.example.com/mcp', {
    Authorization: 'Basic «YWRhOmh1bnRlcjI=»',
    'Content-Type': 'application/json',
  }),
  datadog: remote('https://mcp.datadoghq.com/api/unstable/mcp-server/mcp', {
    'DD-API-KEY': '«0a1b2c3d4e5f60718293a4b5c6d7e8f9»',
    'DD-APPLICATION-KEY': '«0a1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d»',
  }),
  'git-pinned': uvx([
    '--from',
    'git+https://github.com/oraios/serena@0123456789abcdef0123456789abcdef01234567',
    'serena-mcp-server',
    '--context',
    'ide-assistant',
  ]),
  'docker-digest': docker([
    'ghcr.io/example/server@sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef',
  ]),
  'vscode-python': {
    command: '/Users/ada/.local/share/uv/tools/my_server_2024/bin/python',
    args: ['-m', 'my_server', '--config', 'C:\\Users\\Ada\\AppData\\Roaming\\Server2024\\config.json'],
  },
  wallet: node(['@goat-sdk/mcp'], {
    RPC_PROVIDER_URL: 'https://base-sepolia.g.alchemy.com/v2/«AbCdEfGhIjKlMnOpQrStUvWxYz012345»',
    WALLET_PRIVATE_KEY: '«0x0a1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7e8f9»',
    CONTRACT: '0x0a1B2c3D4e5F60718293a4B5c6D7e8F901234567',
  }),
  webhook: node(['slack-notify-mcp'], {
    SLACK_WEBHOOK_URL: 'https://hooks.slack.com/services/«T00000000/B00000000/XXXXXXXXXXXXXXXXXXXX0123»',
  }),
  shell: {
    command: 'sh',
    args: [
      '-c',
      'export OPENAI_API_KEY=«sk-proj-AbCdEfGhIjKlMnOpQrStUvWxYz0123456789»; exec npx -y thing --token «xapp-1-A0123456789-1234567890123-0a1b2c3d» --verbose',
    ],
  },
  numeric: {
    command: 'bank',
    args: ['--port', '8080'],
    env: { ACCOUNT_PIN: '«48151623»', MAX_RETRIES: '3' },
  },
}).map(([server, entry]) => ({ server, entry }));

/** From pages found at random, collected when the detection was finished. It was then corrected for two of them. */
export const heldOut: readonly CorpusEntry[] = Object.entries({
  'review-graph': { command: 'system-review-graph-mcp' },
  'firecrawl-short': node(['@anthropic/firecrawl-mcp'], {
    FIRECRAWL_API_KEY: '«fc-9b8a7c6d5e4f30211203f4e5d6c7b8a9»',
  }),
  'search-console': node(['search-console-mcp'], {
    GOOGLE_APPLICATION_CREDENTIALS: '/absolute/path/to/your/service-account-key.json',
  }),
  'db-mcp': {
    command: 'java',
    args: [
      '-cp',
      'D:/path/to/db_mcp/target/db-mcp-1.0.0-SNAPSHOT-fat.jar;D:/path/to/db_mcp/lib/*',
      'com.alvinliu.dbmcp.DBMCPServer',
    ],
    env: { DB_MCP_CONFIG: 'D:/path/to/db_mcp/config.yaml' },
  },
  'scout-discovery': { command: 'node', args: ['packages/typescript/scout-discovery-mcp/dist/index.js'] },
  'secure-data': {
    command: 'python',
    args: ['-m', 'sdc.mcp.server'],
    env: { SDC_DB_PATH: '/srv/storage/securedata.db', SDC_LOG_LEVEL: 'INFO', SDC_MAX_CONTEXT_TOKENS: '2000' },
  },
  make: node(['github:hdbookie/make-mcp-server#claude-automation-helper'], {
    MAKE_API_KEY: '«7c1b2f9e-4a0d-4e5b-9c3a-1f2e3d4c5b6a»',
    MAKE_ZONE: 'eu2.make.com',
    MAKE_TEAM: '123456',
  }),
  'ue-conduit': { command: 'npx', args: ['ue-conduit'], env: { UE5_PORT: '9377' } },
  shiny: { command: 'uv', args: ['run', '--directory', '/home/ada/repos/shiny-2026', 'shiny', 'mcp'] },
  agentbus: { command: 'abus', args: ['--as', 'claude', 'mcp'] },
  'fetch-agent': uvx([
    'mcp-server-fetch',
    '--base-url',
    'https://agents.example.com/v1',
    '--agent-id',
    'agent_4f9c2b7d8e1a3c5f6b7d8e9f0a1b2c3d',
  ]),
  'nova-canvas': uvx(['awslabs.nova-canvas-mcp-server@latest'], {
    AWS_PROFILE: 'your-aws-profile',
    AWS_REGION: 'us-east-1',
    FASTMCP_LOG_LEVEL: 'ERROR',
  }),
  'tavily-uvx': uvx(['tavily-mcp-server'], {
    TAVILY_API_KEY: '«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»',
  }),
  telethon: uvx(['--from', 'git+https://github.com/ssasuoirafen/telethon-mcp-server', 'telethon-mcp'], {
    TELEGRAM_API_ID: '12345678',
    TELEGRAM_API_HASH: '«d41d8cd98f00b204e9800998ecf8427e»',
  }),
  alibaba: uvx([
    'alibabacloud.mcp-proxy@latest',
    '--safety-policy',
    'iacservice:*=allow,ecs:*=allow,vpc:*=allow,rds:*=allow,*=deny',
  ]),
  eks: uvx([
    'mcp-proxy-for-aws-cli==1.7.0',
    'https://eks-mcp.eu-west-2.api.aws/mcp',
    '--service',
    'eks-mcp',
    '--profile',
    'agent-readonly',
    '--region',
    'eu-west-2',
    '--read-only',
    '--disable-telemetry',
  ]),
  mtg: uvx(['mtg-mcp-server']),
  lenscrafter: node(['mcp-remote', 'https://airail.io/mcp/messages']),
  'private-mcp': {
    command: 'npx',
    args: [
      'mcp-remote',
      'https://a1b2c3d4e5.execute-api.eu-central-1.amazonaws.com/mcp',
      '--header',
      'x-api-key:«Zk3pQ9vT2mX7bL5nR8cW1sF6hJ4dG0aY»',
    ],
  },
  'x-studio': { command: 'npx', args: ['mcp-remote', 'http://localhost:3020/api/mcp', '--allow-http'] },
  vorlesung: {
    command: '/Applications/Vorlesung-Sync.app/Contents/Resources/server/vorlesung-sync-server',
    args: ['--mcp'],
  },
  teradata: { command: 'npx', args: ['mcp-remote', 'http://203.0.113.7:8001/mcp/', '--allow-http'] },
  'context7-cursor': node([
    '@upstash/context7-mcp',
    '--api-key',
    '«ctx7sk-9f8e7d6c-5b4a-4392-8170-6f5e4d3c2b1a»',
  ]),
  chatwoot: {
    command: 'node',
    args: ['/path/to/chatwoot-mcp/dist/application/contacts/index.js'],
    env: {
      CHATWOOT_API_URL: 'https://your-chatwoot.com',
      CHATWOOT_API_KEY: '«kT7vXq2LmZp9RwYb4NcJ6sHd»',
      CHATWOOT_ACCOUNT_ID: '1',
    },
  },
  abstract: {
    command: 'abstract-mcp',
    args: ['/path/to/allowed/storage/dir1', '/path/to/allowed/storage/dir2'],
    env: { APP_CONFIG_PATH: '/path/to/claude/desktop/config.json', ABSTRACT_PROXY_SERVERS: 'tavily-mcp' },
  },
  grok: uvx(['--from', 'git+https://github.com/GuDaStudio/GrokSearch@grok-with-tavily', 'grok-search'], {
    GROK_API_URL: 'https://your-api-endpoint.com/v1',
    GROK_API_KEY: '«xai-4Gh7Jk0Lm3Np6Qr9St2Uv5Wx8Yz1Ab4Cd7Ef0»',
    GROK_MODEL: 'grok-4-fast-reasoning-0709',
  }),
  microlink: node(['@microlink/mcp'], { MICROLINK_API_KEY: '«mlk9f8e7d6c5b4a»' }),
  gmail: {
    command: 'npx',
    args: ['tsx', '/path/to/heyserv/src/index.ts'],
    env: { OPENAI_API_KEY: '«sk-svcacct-9Xy8Wv7Ut6Sr5Qp4On3Ml2Kj1Ih0Gf»' },
  },
  redash: {
    command: 'npx',
    args: ['@seungje.jun/redash-mcp'],
    env: {
      REDASH_URL: 'https://redash.example.com',
      REDASH_API_KEY: '«hN3kP8qR2sT7vW1xY6zA5bC0dE4fG9hJ2kL7mN1p»',
    },
  },
  uspto: node(['mcp-uspto'], { USPTO_API_KEY: '«abcdefghijklmnopqrstuvwxyzabcd»' }),
  salesforce: uvx(['mcp-salesforce'], {
    SALESFORCE_INSTANCE_URL: 'https://acme.my.salesforce.com',
    SALESFORCE_USERNAME: 'ada@example.com',
    SALESFORCE_PASSWORD: '«winter is coming»',
    SALESFORCE_SECURITY_TOKEN: '«8jKd7HsYq2WmNx5TbVr3ZcLp»',
  }),
  hidratespark: {
    command: 'python',
    args: ['-m', 'hidratespark_mcp.server'],
    env: {
      HIDRATE_APP_ID: 'a5Il6d0n6WWkLQwBzlxvpF5P7PEkUYkX045CRgwM',
      HIDRATE_CLIENT_KEY: '«mWasknCNtr9dSQGPwUBWb5u4Ilf8Qkeqkwz9Q4eL»',
      HIDRATE_EMAIL: 'ada@example.com',
      HIDRATE_PASSWORD: '«drinkmore»',
    },
  },
  mosaic: {
    command: 'npx',
    args: ['mosaic-mcp'],
    env: {
      MOSAIC_SERVER_URL: 'http://localhost:8080',
      MOSAIC_USERNAME: 'admin',
      MOSAIC_PASSWORD: '«yourpassword»',
    },
  },
  garmin: {
    command: 'python',
    args: ['garmin_hyperos_mcp.py'],
    env: {
      GARMIN_CN_EMAIL: 'ada@example.com',
      GARMIN_CN_PASSWORD: '«运动2026!»',
      INTERVALS_API_KEY: '«3xk9q2w8e7r6t5y4u3i2o1p0»',
      INTERVALS_ATHLETE_ID: '0',
    },
  },
  romm: {
    command: 'python',
    args: ['/path/to/mcp-romm/server.py'],
    env: { ROMM_URL: 'http://your-romm-instance:3000', ROMM_USERNAME: 'ada', ROMM_PASSWORD: '«12345678»' },
  },
  'agentic-sdlc': node(['agentic-sdlc-mcp'], {
    GITHUB_TOKEN: '«ghs_8sK2dF6gH1jL4mN7pQ0rT3vW5xZ9bC2eA6yU»',
    GITHUB_OWNER: 'your_organization',
    GITHUB_REPO: 'your_repository',
  }),
  jira: {
    command: '/path/to/jira-mcp/venv/bin/python',
    args: ['/path/to/jira-mcp/server.py'],
    env: {
      JIRA_BASE_URL: 'https://jira.example.com',
      JIRA_TOKEN: '«NjE2MzE2NDI4NjQwOnRva2VuLWZvci1qaXJhLWRj»',
    },
  },
  'yt-summary': node([
    'mcp-remote',
    'http://your-host:8200/mcp/sse',
    '--header',
    'Authorization: Bearer «yts_kQ7wE2rT9yU4iO1p»',
  ]),
  seogeo: node([
    'mcp-remote',
    'https://seo.mondomaine.fr/mcp',
    '--header',
    'Authorization: Bearer «motdepasse-de-marie»',
  ]),
  'seogeo-local': docker(['-v', 'seogeo_seogeo-data:/data', 'ghcr.io/flocom/seo-geo-report:latest', 'mcp']),
  'airtable-headers': node([
    'mcp-remote',
    'https://airtable-mcp.example.com/mcp',
    '--header',
    'x-airtable-api-key: «patAbC123dEf456Gh.0f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c4b5a69788796a5b4c3d2e1f0»',
    '--header',
    'x-airtable-base-id: appAbC123dEf456Gh',
  ]),
  openheard: remote('https://openheard.com/api/mcp', { Authorization: 'Bearer «oh_live_key_for_ada»' }),
  'vercel-remote': remote('https://mcp.vercel.com'),
  'supabase-ref': node(['@supabase/mcp-server-supabase@latest', '--project-ref=qwertyuiopasdfghjklz']),
  yandex: {
    command: 'python',
    args: ['-m', 'yandex_mcp'],
    env: { YANDEX_TOKEN: '«y0_AgAAAAA1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8»' },
  },
  'yandex-oauth': {
    command: 'python',
    args: ['-m', 'yandex_mcp'],
    env: {
      YANDEX_CLIENT_ID: '4f5e6d7c8b9a0f1e2d3c4b5a69788796',
      YANDEX_CLIENT_SECRET: '«a1b2c3d4e5f60718293a4b5c6d7e8f90»',
    },
  },
  sherweb: {
    command: 'npx',
    args: ['@wyre-technology/sherweb-mcp'],
    env: {
      SHERWEB_CLIENT_ID: '1f2e3d4c-5b6a-4978-8695-a4b3c2d1e0f9',
      SHERWEB_CLIENT_SECRET: '«Qw8~eR7tY6uI5oP4aS3dF2gH1jK0lZ9xC8vB7nM6»',
      SHERWEB_SUBSCRIPTION_KEY: '«0f1e2d3c4b5a69788796a5b4c3d2e1f0»',
    },
  },
  webflow: node(['@webflow/mcp-server'], {
    WEBFLOW_API_TOKEN: '«ws-1f2e3d4c5b6a7988a9b0c1d2e3f405162738495a6b7c8d9e0f1a2b3c4d5e6f70»',
  }),
  cloudinary: node(['@cloudinary/mcp-server'], {
    CLOUDINARY_CLOUD_NAME: 'acme',
    CLOUDINARY_API_KEY: '«482913746512983»',
    CLOUDINARY_API_SECRET: '«aB3dE6gH9jK2mN5pQ8sT1vW4yZ7»',
  }),
  'postgres-docker': docker([
    '--network',
    'host',
    '-e',
    'DATABASE_URL=postgresql://postgres:«password»@localhost:5432/projem',
    'ghcr.io/modelcontextprotocol/server-postgresql',
  ]),
  'redis-docker': docker([
    '--network',
    'host',
    '-e',
    'REDIS_URL=redis://localhost:6379',
    'ghcr.io/modelcontextprotocol/server-redis',
  ]),
  harness: docker([
    '--network',
    'harness_os_default',
    '-v',
    '/home/lehoa/projects/harness-os/constitution:/gov/constitution:ro',
    '-e',
    'DATABASE_URL=postgres://harness_app:«harness_app»@harness_postgres:5432/harness_os',
    'harness-os:latest',
    'mcp-serve',
  ]),
  toolbox: docker([
    '-e',
    'DATABASE_URL=postgresql+asyncpg://toolregistry:«devpassword»@postgres:5432/toolregistry',
    '-e',
    'EMBEDDING_ENDPOINT_URL=http://host.docker.internal:1234/v1/embeddings',
    'toolbox:mcp',
    'python3.9',
    '-m',
    'app.mcp_fastmcp_server',
  ]),
  'some-mcp': { command: 'some-mcp', args: ['--access-token', '«leaky»', '--ok'] },
  biel: remote('https://mcp.biel.ai/v2/acme-docs/mcp?api_key=«bk_7f6e5d4c3b2a»'),
  'smithery-remote': remote(
    'https://server.smithery.ai/@AudienseCo/mcp-audiense-di-linkedin/mcp?api_key=«8e7d6c5b-4a39-4281-9706-f5e4d3c2b1a0»&profile=blank-tahr-7BPYtb',
  ),
  teletype: remote('https://mcp.teletype.app/mcp', {
    'X-Teletype-Api-Token': '«tt-public-4b5a69788796a5b4»',
  }),
  pipecat: uvx(['pipecat-ai-context-hub', 'serve']),
  crowdin: uvx(['--from', 'git+https://github.com/Trofimov-Y/crowdin-translation-mcp', 'translation-mcp'], {
    CROWDIN_API_TOKEN: '«4d3c2b1a0f9e8d7c6b5a49382716f5e4d3c2b1a09f8e7d6c5b4a392817f6e5d4»',
    CROWDIN_PROJECT_ID: '654321',
  }),
  blenderforge: { command: 'blenderforge', args: [], env: {} },
  'security-team': { command: 'python3', args: ['~/project/security-team/mcp/server.py'] },
  brijio: remote('http://127.0.0.1:8788/mcp', { Authorization: 'Bearer «a-long-passphrase-of-words»' }),
  requel: {
    type: 'sse',
    url: 'http://localhost:8080/api/mcp/sse',
    headers: { Authorization: 'Bearer «reqpat_5f4e3d2c1b0a»', 'X-Requel-Client': 'vscode' },
  },
  osys: remote('http://127.0.0.1:5000/api/mcp', { Authorization: 'Bearer «osys-mcp-token-1»' }),
  apim: remote('https://contoso.azure-api.net/petstore/mcp', {
    'Ocp-Apim-Subscription-Key': '«b1a0f9e8d7c6b5a49382716f5e4d3c2b»',
  }),
  'ti-mindmap': remote('https://ti-mindmap-mcp.happyfield-b3b5145b.westeurope.azurecontainerapps.io/mcp', {
    'X-API-Key': '«tim_a1b2c3d4e5f6»',
  }),
  'aws-api': uvx(['awslabs.aws-api-mcp-server@latest'], { FASTMCP_LOG_LEVEL: 'ERROR' }),
  skool: node(['@apify/actors-mcp-server', '--actors=cristiantala/skool-all-in-one-api'], {
    APIFY_TOKEN: '«apify_api_Zx9Cv8Bn7Ma6Sd5Fg4Hj3Kl2Qw1Er0Ty9Ui8»',
  }),
  cobra: {
    command: 'node',
    args: ['dist/mcp-server/index.js'],
    env: { NODE_ENV: 'production', LOG_LEVEL: 'info' },
  },
  focus: { command: 'java', args: ['-jar', 'path/to/focus_mcp_data/focus_mcp_data.jar'] },
  factorio: {
    command: 'node',
    args: ['/srv/factorio-mcp/build/index.js'],
    env: { FACTORIO_SERVER_IP: '203.0.113.9', FACTORIO_RCON_PORT: '27015', FACTORIO_RCON_PASSWORD: '«ore»' },
  },
  senso: uvx(['senso-mcp-server@latest'], {
    SENSO_LOG_LEVEL: 'INFO',
    SENSO_WORKSPACE: '.',
    SENSO_CONFIG_PATH: './.senso/config.yaml',
  }),
  weather: { url: 'http://localhost:8000/mcp', type: 'http' },
  'github-token': { command: 'mcp-github', args: ['--token', '«ghp_9Zx8Cv7Bn6Ma5Sd4Fg3Hj2Kl1Qw0ErTyUiOp»'] },
  'notion-secret': {
    command: 'mcp-server-notion',
    args: ['--token', '«secret_9Zx8Cv7Bn6Ma5Sd4Fg3Hj2Kl1Qw0ErTyUiOpAsDf»'],
  },
  'postgres-string': {
    command: 'mcp-postgres',
    args: ['--connectionString', 'postgresql://user:«password»@localhost:5432/mydb'],
  },
}).map(([server, entry]) => ({ server, entry }));
