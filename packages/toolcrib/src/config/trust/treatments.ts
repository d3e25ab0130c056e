import { readyMadeAllowLists } from '@toolcrib/core';
import {
  atMost,
  entries,
  fields,
  grant,
  grantUnless,
  harmless,
  hasReference,
  isRecord,
  list,
  type Treatment,
} from './setting.ts';
import { treatAgent, treatRules } from './treat-agents.ts';
import { treatSandbox } from './treat-sandbox.ts';

/**
 * What each setting of a project may do before a person has accepted it: only take something away. A key that is not
 * here is left to the parser, which refuses it.
 */
export const treatConfiguration: Treatment = fields({
  $schema: harmless,
  locale: harmless,
  project: grantUnless('.'),
  tools: list({ keyOf: toolKey }),
  agents: entries(treatAgent),
  allow_lists: entries(treatAllowList),
  rules: treatRules,
  sandbox: treatSandbox,
  language_servers: entries(grant),
  defaults: fields({
    timeout: atMost(10_000),
    retries: atMost(0),
    retry_delay: grant,
    backoff: grant,
    approval_timeout: atMost(300_000),
  }),
  telemetry: fields({
    log: fields({ level: harmless, format: harmless, file: grant }),
    slow_call_ms: harmless,
    annotations: grantUnless(true),
    content: grantUnless(false),
    traces: grant,
    metrics: grant,
  }),
  store: grant,
  imports: fields({ accept: grantUnless('nothing'), changed: grantUnless('hold') }),
  recommend: fields({
    whitelist: list(),
    blacklist: list({ isRestriction: () => true }),
    model: grant,
    embeddings: grant,
  }),
  plans: fields({
    engine: grantUnless('local'),
    concurrency: atMost(16),
    total_concurrency: atMost(Number.MAX_VALUE),
    limit: atMost(Number.MAX_VALUE),
  }),
  mcpServers: entries(unlessDisabled),
  gateway: fields({
    agent: treatGatewayAgent,
    expose: harmless,
    budget: harmless,
    elicitation: grantUnless(false),
  }),
  openapi: entries(grant),
  plugins: entries(grant),
  server: entries(grant),
});

/** Tools of one name and version are the same tool. */
function toolKey(entry: unknown): string | undefined {
  if (!isRecord(entry) || typeof entry['name'] !== 'string') return undefined;
  return JSON.stringify([entry['name'], entry['version'] ?? null]);
}

/** One that is there without the configuration must not be replaced by a larger one. */
function treatAllowList(...[setting, notes]: Parameters<Treatment>): unknown {
  const { accepted, path } = setting;
  const isReadyMade = readyMadeAllowLists.some(({ name }) => name === path.at(-1));
  return isReadyMade || accepted !== undefined ? grant(setting, notes) : harmless(setting, notes);
}

/** Without the configuration a client calls as `user`; any other agent may do less. */
function treatGatewayAgent(...[setting, notes]: Parameters<Treatment>): unknown {
  return setting.accepted === undefined ? harmless(setting, notes) : grant(setting, notes);
}

/** A server that is switched off is not reached. */
function unlessDisabled(...[setting, notes]: Parameters<Treatment>): unknown {
  const { current } = setting;
  const isOff = isRecord(current) && current['disabled'] === true && !hasReference(current);
  return isOff ? current : grant(setting, notes);
}
