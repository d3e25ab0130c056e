import { join, resolve } from 'node:path';
import {
  createApprovalDesk,
  readyMadeAllowLists,
  text,
  ToolcribError,
  ToolService,
  type AllowList,
  type Desk,
  type Locale,
  type Tool,
  type ToolServiceOptions,
} from '@toolcrib/core';
import type { Discovery } from '@toolcrib/core/discovery';
import type { Planner } from '@toolcrib/core/planner';
import { ConfigError } from './config/config-error.ts';
import type { ConfigProblem } from './config/config-place.ts';
import type { Config, ConfiguredTool } from './config/config.ts';
import { variable, type Environment } from './config/environment.ts';
import { chosenLocale, systemLocale } from './config/locale.ts';
import { isDirectory, readConfig } from './config/read-config.ts';
import { secretValues } from './config/secret-values.ts';
import type { TrustMode } from './config/trust/config-trust.ts';
import type { HostSettings } from './config/trust/host-settings.ts';
import { restrictedLine } from './config/trust/texts.ts';
import { configText } from './config/texts.ts';
import type { ImportNotice } from './connectors/import-notice.ts';
import type { Imports } from './connectors/imports.ts';
import type { Plugins } from './connectors/wasm/plugins.ts';
import { createProcesses } from './fence/processes/create-processes.ts';
import { openDiscovery } from './open-discovery.ts';
import { openPlanner } from './open-planner.ts';
import type { EngineError } from './engine/engine-error.ts';
import { openPlans, type Plans, type WorkerNaming } from './open-plans.ts';
import { once } from './once.ts';
import { hasSources, hostOf, openConnectors } from './open-connectors.ts';
import { openWorkbench, type Workbench } from './open-workbench.ts';
import { projectNotices, type ProjectNotice } from './project-notices.ts';
import { trustFolderOf } from './state-folder.ts';
import { planSealOf } from './state-owner.ts';
import type { StoreError } from './store/store-error.ts';
import { createStore, type Store, type StoreOptions } from './store/store.ts';
import { nodeMeter } from './telemetry/node-meter.ts';
import { openTelemetry } from './telemetry/open-telemetry.ts';

export interface OpenOptions {
  /** The project directory. @default the current one */
  readonly project?: string | undefined;
  /** A configuration file to read instead of the project's. */
  readonly config?: string | undefined;
  /**
   * Whose word counts for the configuration: `stored` is what a person has accepted on this machine with `toolcrib trust`,
   * `always` is yours, and with `never` it may only restrict.
   * @default 'stored'
   */
  readonly trust?: TrustMode | undefined;
  /** @default the process's */
  readonly environment?: Environment;
  /** @default `TOOLCRIB_LOCALE`, else the configuration's, else the system's, else English */
  readonly locale?: Locale | undefined;
  /**
   * Where people are asked, all at once and besides everybody who shares the store; none at all waits for those alone.
   * @default nobody is asked: what needs a yes is refused, unless `service.approver` gives one
   */
  readonly desks?: readonly Desk[] | undefined;
  /** Gives an agent that has no tools of its own this allow-list. @default the gateway's agent */
  readonly scope?: { readonly agent?: string | undefined; readonly allowList: string } | undefined;
  /** Handed on to the service; what the configuration says comes first. */
  readonly service?: ToolServiceOptions;
  /** Hears what goes wrong while records are written behind the calls. @default a warning of the process */
  readonly onStoreProblem?: ((problem: StoreError) => void) | undefined;
  /**
   * That this process works on the plans of all who share the store, and what it is called among them.
   * @default it works on its own
   */
  readonly worker?: WorkerNaming | undefined;
  /** Hears what those who share plans should know, such as that nobody works on them. @default a warning of the process */
  readonly onPlanNotice?: ((notice: EngineError) => void) | undefined;
  /** Told, in a sentence, that entries of the configuration are not accepted here and have no effect. @default a warning of the process */
  readonly onRestricted?: ((notice: string) => void) | undefined;
  /** Told what somebody should know of the project's place, such as that it is the whole home folder. @default a warning of the process */
  readonly onProjectNotice?: ((notice: ProjectNotice) => void) | undefined;
  /** Hears what of other people's tools waits for a person, or cannot be used. @default a warning of the process */
  readonly onImportNotice?: ((notice: ImportNotice) => void) | undefined;
}

export interface Toolcrib {
  readonly service: ToolService;
  readonly config: Config;
  /** Where the configurations stand that were accepted on this machine. */
  readonly trustFolder: string;
  readonly locale: Locale;
  /** Entries of the configuration that could not be used. */
  readonly problems: readonly ConfigProblem[];
  /** What somebody should know of the project's place. */
  readonly notices: readonly ProjectNotice[];
  readonly workbench: Workbench;
  /** What outlives the process. */
  readonly store: Store;
  /** The tools of MCP servers, API documents and plugins: what was accepted and what waits. */
  readonly imports: () => Promise<Imports>;
  /** Takes plugins in and out while everything runs. */
  readonly plugins: () => Promise<Plugins>;
  /** Finds tools, recommends them and decides; learns from what the store remembers. */
  readonly discovery: () => Promise<Discovery>;
  /** Makes plans of tasks. */
  readonly planner: () => Promise<Planner>;
  /** Checks and runs plans; what has not ended is in the store, and the next process goes on with it. */
  readonly plans: () => Promise<Plans>;
  /**
   * Ends what still runs: terminals, language servers, processes. Writes what is still to be recorded, and sends what
   * telemetry still has.
   */
  readonly close: () => Promise<void>;
}

/**
 * Reads the configuration of a project and puts a service together from it.
 *
 *     const { service, problems } = await openToolcrib({ project: '.' });
 */
export function openToolcrib(options: OpenOptions = {}): Promise<Toolcrib> {
  return openToolcribWith(options, createProcesses);
}

/** The same with other processes than those of the strongest layer: to try out what one layer holds. */
export async function openToolcribWith(
  options: OpenOptions,
  makeProcesses: typeof createProcesses,
): Promise<Toolcrib> {
  const { environment = process.env, locale: chosen = chosenLocale(environment) } = options;
  const directory = resolve(options.project ?? '.');
  const spoken = chosen ?? systemLocale(environment);
  const trustFolder = trustFolderOf({ project: directory, environment, locale: spoken });
  const allowLists = allowListsBefore(options.service).map(({ name }) => name);
  const config = await readConfig({
    file: options.config,
    directory,
    environment,
    locale: chosen,
    systemLocale: systemLocale(environment),
    allowLists,
    trust: {
      mode: options.trust ?? 'stored',
      folder: trustFolder,
      host: hostSettings(options.service, allowLists),
    },
  });
  const { approvalTimeout, ...defaults } = config.defaults;
  const locale = chosen ?? config.locale ?? systemLocale(environment);
  if (!isDirectory(config.project)) {
    const place = config.placeOf(['project']);
    throw new ConfigError({ code: 'project_missing', ...place, ...configText(locale).projectMissing });
  }
  const restricted = restrictedLine(config, locale);
  const { onRestricted = warnOfRestriction } = options;
  if (restricted !== undefined) onRestricted(restricted);
  const { mode = options.service?.sandbox ?? 'best_effort', allowHosts } = config.sandbox;
  const { allowCommands, onlyCommands } = config.sandbox;
  const workbench = await openWorkbench({
    project: config.project,
    mode,
    allowHosts: [...allowHosts, ...hostsOf(config)],
    allowCommands,
    onlyCommands,
    storeFile: config.store.place?.kind === 'sqlite' ? config.store.place.file : undefined,
    languageServers: config.languageServers,
    locale,
    environment,
    makeProcesses,
  });
  const { onStoreProblem = warnOf(locale), onProjectNotice = warnOfPlace(locale), desks } = options;
  const given = options.project === undefined ? config.project : directory;
  const notices = projectNotices({ given, project: workbench.root, environment });
  for (const notice of notices) onProjectNotice(notice);
  const seal = planSealOf({ project: workbench.root, environment, locale });
  const store = openStore(config, {
    stateFolder: workbench.stateFolder,
    // Whoever shares a server and is told to work does so for all.
    plans: { seal, adoptsAll: options.worker !== undefined && config.store.place?.kind === 'postgres' },
    onProblem: onStoreProblem,
  });
  const telemetry = await openTelemetry(config, { environment, locale });
  const approver =
    options.service?.approver ?? (desks && createApprovalDesk({ store: store.approvals, desks }));
  const scoped = { scope: options.scope, config, locale };
  const service = new ToolService({
    history: store.history,
    givenIds: store.givenIds,
    grants: store.grants,
    ...(approver && { approver }),
    secrets: (name) => variable(environment, name),
    fence: workbench.fence,
    meter: nodeMeter,
    ...(telemetry.observer && { observer: telemetry.observer }),
    ...(config.history.required && { historyRequired: config.history.required }),
    ...options.service,
    fetch: telemetry.traced(options.service?.fetch ?? workbench.fetch),
    secretValues: [...(options.service?.secretValues ?? []), ...secretValues(environment, config)],
    // The person at the machine: may do what the machine lets them, and is asked like everybody else.
    agents: withScope(
      { user: { permission: 'admin' }, ...options.service?.agents, ...config.agents },
      scoped,
    ),
    allowLists: mergeAllowLists(options.service?.allowLists ?? [], config.allowLists),
    rules: [...(options.service?.rules ?? []), ...config.rules],
    defaults: { ...options.service?.defaults, ...defaults },
    ...(approvalTimeout !== undefined && { approvalTimeout }),
    sandbox: mode,
    locale,
  });
  service.on('access-blocked', workbench.securityLog.onBlocked);
  telemetry.listen(service);
  const problems = [...config.problems, ...telemetry.problems, ...registerAll(service, config.tools, locale)];
  addWorkbench(service, workbench.tools);
  const { onImportNotice = warnOfNotice(locale) } = options;
  const connectors = once(() =>
    openConnectors({
      config,
      service,
      workbench,
      trustFolder,
      environment,
      locale,
      approver,
      onNotice: onImportNotice,
    }),
  );
  if (hasSources(config)) problems.push(...(await connectors()).problems);
  const plans = once(() =>
    openPlans({
      service,
      store,
      config: config.plans,
      locale,
      worker: options.worker,
      onProblem: onStoreProblem,
      onNotice: options.onPlanNotice ?? warnOf(locale),
    }),
  );
  const close = async (): Promise<void> => {
    await plans.made?.then(({ engine }) => engine.close());
    await connectors.made?.then((opened) => opened.close());
    await workbench.close();
    await store.close();
    await telemetry.close();
  };
  const discovery = once(() =>
    openDiscovery({
      service,
      store,
      recommend: config.recommend,
      project: config.project,
      fetch: workbench.fetch,
      environment,
      locale,
    }),
  );
  const planner = once(async () =>
    openPlanner({
      service,
      discovery: await discovery(),
      recommend: config.recommend,
      fetch: workbench.fetch,
      environment,
      locale,
    }),
  );
  const imports = async (): Promise<Imports> => (await connectors()).imports;
  const plugins = async (): Promise<Plugins> => (await connectors()).plugins();
  return {
    service,
    config,
    trustFolder,
    locale,
    problems,
    notices,
    workbench,
    store,
    imports,
    plugins,
    discovery,
    planner,
    plans,
    close,
  };
}

type Agents = NonNullable<ToolServiceOptions['agents']>;

/** What an agent may call is narrowed, and never widened: one with tools of its own keeps them. */
function withScope(agents: Agents, { scope, config, locale }: ScopeFacts): Agents {
  if (scope === undefined) return agents;
  const { agent = config.gateway.agent, allowList } = scope;
  const known = agents[agent];
  // Nobody may call as an agent that nobody configured, and that is told where it is tried.
  if (known === undefined) return agents;
  if (known.tools === undefined && (known.allowList ?? allowList) === allowList)
    return { ...agents, [agent]: { ...known, allowList } };
  const complaint = configText(locale).agentHasTools(agent);
  throw new ConfigError({ code: 'agent_has_tools', ...config.placeOf(['agents', agent]), ...complaint });
}

interface ScopeFacts extends Pick<OpenOptions, 'scope'> {
  readonly config: Config;
  readonly locale: Locale;
}

function openStore(
  { store }: Config,
  options: Pick<StoreOptions, 'stateFolder' | 'plans' | 'onProblem'>,
): Store {
  const { place = { kind: 'sqlite', file: join(options.stateFolder, 'store.db') }, ...limits } = store;
  return createStore({ place, ...limits, ...options });
}

function warnOf(locale: Locale): (problem: StoreError | EngineError) => void {
  return (problem) => process.emitWarning(problem.in(locale), { code: problem.code });
}

function warnOfRestriction(notice: string): void {
  process.emitWarning(notice, { code: 'restricted' });
}

function warnOfPlace(locale: Locale): (notice: ProjectNotice) => void {
  return ({ code, message, remedy }) => process.emitWarning(`${message(locale)} ${remedy(locale)}`, { code });
}

function warnOfNotice(locale: Locale): (notice: ImportNotice) => void {
  return (notice) => process.emitWarning(notice.in(locale), { code: `import_${notice.reason}` });
}

/** The operator has named these hosts in the definitions of tools, the documents of APIs and for models: they need no second entry. */
function hostsOf({ tools, openapi, recommend }: Config): string[] {
  const requests = tools.map(({ tool: { implementation } }) =>
    implementation.kind === 'rest' ? (implementation.baseUrl ?? implementation.path) : undefined,
  );
  const addresses = openapi.flatMap(({ document, baseUrl }) => [document, baseUrl]);
  const { model, embeddings } = recommend;
  const models = [model?.url, embeddings && 'url' in embeddings ? embeddings.url : undefined];
  return [...requests, ...addresses, ...models].flatMap((address) => hostOf(address) ?? []);
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

/** What the embedding application has set, which a configuration that nobody has accepted must not widen. */
function hostSettings(
  { agents = {}, sandbox, defaults = {}, approvalTimeout }: ToolServiceOptions = {},
  allowLists: readonly string[],
): HostSettings {
  return { agents: Object.keys(agents), allowLists, sandbox, defaults: { ...defaults, approvalTimeout } };
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
