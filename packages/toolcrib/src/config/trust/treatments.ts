import { limitEntries, serverLimits } from '../server-limits.ts';
import { isBuiltInName, namesOf } from './built-in-names.ts';
import type { HostSettings } from './host-settings.ts';
import {
  atMost,
  closedByNull,
  entries,
  fields,
  grant,
  grantUnless,
  harmless,
  isRecord,
  list,
  pinned,
  type Treatment,
} from './setting.ts';
import { treatAgent, treatRules } from './treat-agents.ts';
import { treatSandbox } from './treat-sandbox.ts';

interface Circumstances {
  /** What holds where the configuration says nothing. */
  readonly host: HostSettings;
  /** Whether anything of this configuration was accepted before. */
  readonly isKnown: boolean;
}

/**
 * What each setting of a project may do before a person has accepted it: only take something away. A key that is not
 * here is left to the parser, which refuses it.
 */
export function treatConfiguration({ host, isKnown }: Circumstances): Treatment {
  const { timeout = 10_000, retries = 0, approvalTimeout = 300_000 } = host.defaults;
  return fields({
    $schema: harmless,
    locale: harmless,
    project: treatProject,
    tools: list({ keyOf: toolKey, isLasting: replacesBuiltIn }),
    agents: entries(closedByNull(unlessNamed(host.agents, treatAgent))),
    allow_lists: entries(unlessNamed(host.allowLists, isKnown ? grant : harmless)),
    rules: treatRules,
    sandbox: closedByNull(treatSandbox(host.sandbox ?? 'best_effort')),
    language_servers: entries(grant),
    defaults: fields({
      timeout: atMost(timeout, { least: 1 }),
      retries: atMost(retries, { least: 0, whole: true }),
      retry_delay: grant,
      backoff: grant,
      approval_timeout: atMost(approvalTimeout, { least: 1 }),
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
    history: fields({ required: grantUnless('all') }),
    imports: fields({ accept: grantUnless('nothing'), changed: grantUnless('hold') }),
    recommend: fields({
      whitelist: list(),
      blacklist: list({ isRestriction: () => true }),
      model: grant,
      embeddings: grant,
    }),
    plans: fields({
      engine: grantUnless('local'),
      concurrency: atMost(16, { least: 1, whole: true }),
      total_concurrency: atMost(Number.MAX_VALUE, { least: 1, whole: true }),
      limit: atMost(Number.MAX_VALUE, { least: 1, whole: true }),
    }),
    mcpServers: entries(unlessDisabled),
    gateway: fields({
      // Without the configuration a client calls as `user`; an agent that nobody has accepted may do less.
      agent: isKnown || host.agents.length > 0 ? pinned : harmless,
      expose: harmless,
      budget: harmless,
      approver: grantUnless(false),
    }),
    approvers: treatApprovers,
    openapi: entries(grant),
    plugins: entries(grant),
    server: fields({
      host: grantUnless('127.0.0.1'),
      port: grant,
      allow_hosts: list(),
      public_openapi: grantUnless(false),
      ...Object.fromEntries(
        limitEntries.map(([key, { fallback, least }]) => [key, atMost(fallback, { least, whole: true })]),
      ),
      // Less of it would be more for everybody else.
      operator_reserve: grantUnless(serverLimits.operator_reserve.fallback),
    }),
  });
}

/** The whole folder is the default; once a part of it was accepted, the rest is more. */
const treatProject: Treatment = (setting, notes) =>
  setting.current === '.' && setting.accepted === undefined ? '.' : pinned(setting, notes);

/** Of these names there is something already, which only what was accepted takes the place of. */
function unlessNamed(taken: readonly string[], treat: Treatment): Treatment {
  return (setting, notes) =>
    taken.includes(String(setting.path.at(-1))) ? pinned(setting, notes) : treat(setting, notes);
}

/** Limits take effect at once; once some were accepted, others could be wider. */
function treatApprovers(...[setting, notes]: Parameters<Treatment>): unknown {
  return setting.accepted === undefined ? harmless(setting, notes) : pinned(setting, notes);
}

/** Tools of one name and version are the same tool. */
function toolKey(entry: unknown): string | undefined {
  if (!isRecord(entry) || typeof entry['name'] !== 'string') return undefined;
  return JSON.stringify([entry['name'], entry['version'] ?? null]);
}

/** Without it the built-in tool of that name would be back. */
function replacesBuiltIn(entry: unknown): boolean {
  return isRecord(entry) && namesOf(entry).some(isBuiltInName);
}

/** A server that is switched off is not reached. */
function unlessDisabled(...[setting, notes]: Parameters<Treatment>): unknown {
  const { current } = setting;
  return isRecord(current) && current['disabled'] === true ? { disabled: true } : grant(setting, notes);
}
