import {
  BaseToolExecutor,
  createError,
  ToolExecutionError,
  type CallArguments,
  type Locale,
  type Surroundings,
  type ToolContext,
  type ToolOf,
} from '@toolcrib/core';
import { SourceError } from '../source-error.ts';
import type { Ending } from './frames.ts';
import { PluginDied, type PluginAnswer } from './plugin-process.ts';
import type { RunningPlugin } from './running-plugin.ts';
import { pluginTexts, type PluginFailure } from './texts.ts';

export interface WasmExecutorOptions {
  /** The plugin of a tool, ready to be called. Throws when there is none, or it cannot be used. */
  readonly find: (tool: ToolOf<'wasm'>) => RunningPlugin;
  readonly locale: Locale;
}

/** Runs plugins: arguments in as JSON, result out as JSON, each call in a fresh instance. */
export class WasmToolExecutor extends BaseToolExecutor<'wasm'> {
  readonly kind = 'wasm';
  readonly #options: WasmExecutorOptions;

  constructor(surroundings: Surroundings, options: WasmExecutorOptions) {
    super(surroundings);
    this.#options = options;
  }

  protected async doExecute(
    tool: ToolOf<'wasm'>,
    input: CallArguments,
    context: ToolContext,
  ): Promise<unknown> {
    const plugin = this.#find(tool);
    if (!plugin.isHeld) throw createError('no_fence', { tool: tool.name });
    context.note('plugin_layer', plugin.layer);
    const answer = await this.#call(tool, plugin, { input, context });
    const { ending } = answer;
    const { cpuMs, memoryBytes, stderr } = ending;
    context.usage({ source: 'process_tree', cpuMs, memoryBytes });
    if (stderr !== '') context.note('stderr', stderr);
    return this.#read(tool, answer, plugin);
  }

  #find(tool: ToolOf<'wasm'>): RunningPlugin {
    try {
      return this.#options.find(tool);
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      const { locale } = this.#options;
      const data = { tool: tool.name, detail: error.in(locale), reason: error.code };
      throw new ToolExecutionError(data.detail, { data, cause: error });
    }
  }

  async #call(
    tool: ToolOf<'wasm'>,
    plugin: RunningPlugin,
    { input, context }: { readonly input: CallArguments; readonly context: ToolContext },
  ): Promise<PluginAnswer> {
    try {
      return await plugin.call(Buffer.from(JSON.stringify(input)), context.signal);
    } catch (error) {
      if (!(error instanceof PluginDied)) throw error;
      if (error.usage !== undefined) context.usage(error.usage);
      throw this.#fromDeath(tool, plugin, error);
    }
  }

  /** The process had to be ended, or ended by itself. */
  #fromDeath(tool: ToolOf<'wasm'>, { limits }: RunningPlugin, died: PluginDied): Error {
    const options = { cause: died };
    switch (died.death) {
      case 'time':
        return createError('timeout', { tool: tool.name, milliseconds: limits.timeMs }, options);
      case 'cancelled':
        return createError('cancelled', { tool: tool.name }, options);
      case 'cpu':
        return this.#failure(tool, { reason: 'plugin_cpu_time', milliseconds: limits.cpuMs }, died);
      case 'memory':
        return this.#failure(tool, { reason: 'plugin_out_of_memory', detail: died.message }, died);
      case 'refused':
        return this.#failure(tool, { reason: 'plugin_not_compiled', detail: died.message }, died);
      case 'crashed':
        return this.#failure(tool, { reason: 'plugin_crashed', detail: died.message }, died);
    }
  }

  #read(tool: ToolOf<'wasm'>, { ending, output }: PluginAnswer, { limits }: RunningPlugin): unknown {
    switch (ending.end) {
      case 'output_too_large':
        throw createError('output_too_large', {
          tool: tool.name,
          limit: limits.outputKb * 1024,
          unit: 'bytes',
        });
      case 'trap':
        throw this.#failure(tool, {
          reason: 'plugin_trapped',
          detail: ending.message,
          stderr: ending.stderr,
          usedMb: megabytes(ending),
          memoryMb: limits.memoryMb,
        });
      case 'exit':
        if (ending.code !== 0)
          throw this.#failure(tool, { reason: 'plugin_failed', code: ending.code, stderr: ending.stderr });
        return this.#parse(tool, output);
    }
  }

  #parse(tool: ToolOf<'wasm'>, output: Buffer): unknown {
    try {
      return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(output)) as unknown;
    } catch (cause) {
      const beginning = output.toString('utf8', 0, 200);
      throw this.#failure(tool, { reason: 'plugin_not_json', beginning }, cause);
    }
  }

  #failure(tool: ToolOf<'wasm'>, failure: PluginFailure, cause?: unknown): ToolExecutionError {
    const detail = pluginTexts(this.#options.locale).failure(failure);
    const data = { tool: tool.name, detail, reason: failure.reason };
    return new ToolExecutionError(detail, { data, cause });
  }
}

function megabytes({ linearBytes }: Ending): number {
  return Math.ceil(linearBytes / 1024 / 1024);
}
