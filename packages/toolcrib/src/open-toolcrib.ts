import { join, resolve } from 'node:path';
import {
  createApprovalDesk,
  readyMadeAllowLists,
  text,
  ToolcribError,
  ToolService,
  type AllowList,
  type ApprovalStore,
  type Desk,
  type Locale,
  type Tool,
  type ToolServiceOptions,
} from '@toolcrib/core';
import { ConfigError } from './config/config-error.ts';
import type { Config, ConfigProblem, ConfiguredTool } from './config/config.ts';
import { variable, type Environment } from './config/environment.ts';
import { chosenLocale, systemLocale } from './config/locale.ts';
import { isDirectory, readConfig } from './config/read-config.ts';
import { configText } from './config/texts.ts';
import { openWorkbench, type Workbench } from './open-workbench.ts';
import { LazyDatabase } from './store/lazy-database.ts';
import { createStoredApprovals } from './store/stored-approvals.ts';
import { createStoredGrants, type StoredGrants } from './store/stored-grants.ts';

export interface OpenOptions {
  /** The project directory. @default the current one */
  readonly project?: string | undefined;
  /** A configuration file to read instead of the project's. */
  readonly config?: string | undefined;
  /** @default the process's */
  readonly environment?: Environment;
  /** @default `TOOLCRIB_LOCALE`, else the configuration's, else the system's, else English */
  readonly locale?: Locale | undefined;
  /**
   * Where people are asked, all at once and besides everybody who shares the store; none at all waits for those alone.
   * @default nobody is asked: what needs a yes is refused, unless `service.approver` gives one
   */
  readonly desks?: readonly Desk[] | undefined;
  /** Handed on to the service; what the configuration says comes first. */
  readonly service?: ToolServiceOptions;
}

export interface Toolcrib {
  readonly service: ToolService;
  readonly config: Config;
  readonly locale: Locale;
  /** Entries of the configuration that could not be used. */
  readonly problems: readonly ConfigProblem[];
  readonly workbench: Workbench;
  /** The questions that people are asked, kept in the store. */
  readonly approvals: ApprovalStore;
  /** What people have said yes to for good, kept in the store. */
  readonly grants: StoredGrants;
  /** Ends what still runs: terminals, language servers, processes. */
  close(): Promise<void>;
}

/**
 * Reads the configuration of a project and puts a service together from it.
 *
 *     const { service, problems } = await openToolcrib({ project: '.' });
 */
export async function openToolcrib(options: OpenOptions = {}): Promise<Toolcrib> {
  const { environment = process.env, locale: chosen = chosenLocale(environment) } = options;
  const config = await readConfig({
    file: options.config,
    directory: resolve(options.project ?? '.'),
    environment,
    locale: chosen,
    systemLocale: systemLocale(environment),
    allowLists: allowListsBefore(options.service).map(({ name }) => name),
  });
  const { approvalTimeout, ...defaults } = config.defaults;
  const locale = chosen ?? config.locale ?? systemLocale(environment);
  if (!isDirectory(config.project)) {
    const place = config.placeOf(['project']);
    throw new ConfigError({ code: 'project_missing', ...place, ...configText(locale).projectMissing });
  }
  const { mode = options.service?.sandbox ?? 'best_effort', allowHosts, allowCommands } = config.sandbox;
  const workbench = await openWorkbench({
    project: config.project,
    mode,
    allowHosts: [...allowHosts, ...hostsOf(config.tools)],
    allowCommands,
    languageServers: config.languageServers,
    locale,
    environment,
  });
  const database = new LazyDatabase(async () => {
    const { openSqlite } = await import('./store/sqlite.ts');
    return openSqlite(join(config.project, '.toolcrib', 'store.db'));
  });
  const approvals = createStoredApprovals(database);
  const grants = createStoredGrants(database);
  const { desks } = options;
  const service = new ToolService({
    grants,
    ...(desks && { approver: createApprovalDesk({ store: approvals, desks }) }),
    secrets: (name) => variable(environment, name),
    fence: workbench.fence,
    fetch: workbench.fetch,
    ...options.service,
    // The person at the machine: may do what the machine lets them, and is asked like everybody else.
    agents: { user: { permission: 'admin' }, ...options.service?.agents, ...config.agents },
    allowLists: mergeAllowLists(options.service?.allowLists ?? [], config.allowLists),
    rules: [...(options.service?.rules ?? []), ...config.rules],
    defaults: { ...options.service?.defaults, ...defaults },
    ...(approvalTimeout !== undefined && { approvalTimeout }),
    sandbox: mode,
    locale,
  });
  service.on('access-blocked', workbench.securityLog.onBlocked);
  const problems = [...config.problems, ...registerAll(service, config.tools, locale)];
  addWorkbench(service, workbench.tools);
  const close = async (): Promise<void> => {
    await workbench.close();
    await approvals.idle();
    await database.close();
  };
  return { service, config, locale, problems, workbench, approvals, grants, close };
}

/** The operator has named these hosts in the definitions of tools: they need no second entry. */
function hostsOf(tools: readonly ConfiguredTool[]): string[] {
  return tools.flatMap(({ tool: { implementation } }) => {
    if (implementation.kind !== 'rest') return [];
    const url = URL.parse(implementation.baseUrl ?? implementation.path ?? '');
    return url === null ? [] : [url.host];
  });
}

/** What is there already under one of their names, by configuration or from a registry that is shared, stays. */
function addWorkbench({ registry }: ToolService, tools: readonly Tool[]): void {
  for (const tool of tools) {
    const taken = [tool.name, ...tool.aliases].some((name) => registry.get(name) !== undefined);
    if (!taken) registry.register(tool);
  }
}

/** Of two lists of the same name the configuration's counts. */
function mergeAllowLists(given: readonly AllowList[], configured: readonly AllowList[]): AllowList[] {
  return [...new Map([...given, ...configured].map((allowList) => [allowList.name, allowList])).values()];
}

/** The allow-lists that are there before the configuration adds its own. */
function allowListsBefore({ registry, allowLists = [] }: ToolServiceOptions = {}): readonly AllowList[] {
  return [...readyMadeAllowLists, ...(registry?.allowLists() ?? []), ...allowLists];
}

/** A tool that cannot be registered, because its name is taken or nothing could run it, does not keep the rest from starting. */
function registerAll(
  service: ToolService,
  tools: readonly ConfiguredTool[],
  locale: Locale,
): ConfigProblem[] {
  return tools.flatMap(({ tool, place }) => {
    try {
      service.registerTool(tool);
      return [];
    } catch (error) {
      if (!(error instanceof ToolcribError) || error.data === undefined) throw error;
      const message = text(error.code, error.data, locale);
      return [{ ...place, code: error.code, message, remedy: configText(locale).entryLeftOut }];
    }
  });
}
