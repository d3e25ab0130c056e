import { resolve } from 'node:path';
import { text, ToolcribError, ToolService, type Locale, type ToolServiceOptions } from '@toolcrib/core';
import type { Config, ConfigProblem, ConfiguredTool } from './config/config.ts';
import type { Environment } from './config/environment.ts';
import { readConfig } from './config/read-config.ts';
import { configText } from './config/texts.ts';

export interface OpenOptions {
  /** The project directory. @default the current one */
  readonly project?: string | undefined;
  /** A configuration file to read instead of the project's. */
  readonly config?: string | undefined;
  /** @default the process's */
  readonly environment?: Environment;
  /** @default the configuration's, else `systemLocale` */
  readonly locale?: Locale | undefined;
  /** The language when neither the caller nor the configuration names one. @default 'en' */
  readonly systemLocale?: Locale | undefined;
  /** Handed on to the service; what the configuration says comes first. */
  readonly service?: ToolServiceOptions;
}

export interface Toolcrib {
  readonly service: ToolService;
  readonly config: Config;
  readonly locale: Locale;
  /** Entries of the configuration that could not be used. */
  readonly problems: readonly ConfigProblem[];
}

/**
 * Reads the configuration of a project and puts a service together from it.
 *
 *     const { service, problems } = await openToolcrib({ project: '.' });
 */
export async function openToolcrib(options: OpenOptions = {}): Promise<Toolcrib> {
  const { environment = process.env, systemLocale = 'en' } = options;
  const config = await readConfig({
    file: options.config,
    directory: resolve(options.project ?? '.'),
    environment,
    locale: options.locale ?? systemLocale,
  });
  const { approvalTimeout, ...defaults } = config.defaults;
  const locale = options.locale ?? config.locale ?? systemLocale;
  const service = new ToolService({
    secrets: (name) => environment[name],
    ...options.service,
    // The person at the machine: may do what the machine lets them, and is asked like everybody else.
    agents: { user: { permission: 'admin' }, ...options.service?.agents, ...config.agents },
    allowLists: [...(options.service?.allowLists ?? []), ...config.allowLists],
    rules: [...(options.service?.rules ?? []), ...config.rules],
    defaults: { ...options.service?.defaults, ...defaults },
    ...(approvalTimeout !== undefined && { approvalTimeout }),
    ...(config.sandbox !== undefined && { sandbox: config.sandbox }),
    locale,
  });
  const problems = [...config.problems, ...registerAll(service, config.tools, locale)];
  return { service, config, locale, problems };
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
