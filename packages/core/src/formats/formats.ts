import { createError } from '../tool/errors.ts';
import type { Tool } from '../tool/tool.ts';
import { anthropic } from './anthropic.ts';
import type { FormatOptions, FormattedTools, ProviderFormat } from './format.ts';
import { gemini } from './gemini.ts';
import { mcp } from './mcp.ts';
import { ollama } from './ollama.ts';
import { openaiResponses } from './openai-responses.ts';
import { openai } from './openai.ts';

/** The formats by provider. A new one is one file and one line here. */
export interface ProviderFormats {
  readonly openai: typeof openai;
  readonly 'openai-responses': typeof openaiResponses;
  readonly ollama: typeof ollama;
  readonly gemini: typeof gemini;
  readonly anthropic: typeof anthropic;
  readonly mcp: typeof mcp;
}

export type Provider = keyof ProviderFormats;

const formats: ProviderFormats = {
  openai,
  'openai-responses': openaiResponses,
  ollama,
  gemini,
  anthropic,
  mcp,
};

const formatsByName: ReadonlyMap<string, ProviderFormat> = new Map<string, ProviderFormat>(
  Object.entries(formats),
);

export const providers: readonly string[] = [...formatsByName.keys()];

/** The format of a provider; throws `unknown_provider` for one that is not known. */
export function formatOf<P extends Provider>(provider: P): ProviderFormats[P];
export function formatOf(provider: string): ProviderFormat;
export function formatOf(provider: string): ProviderFormat {
  const format = formatsByName.get(provider);
  if (format === undefined) throw createError('unknown_provider', { provider, known: providers });
  return format;
}

/**
 * Tools as a provider's request wants them.
 *
 *     const { tools, names } = formatTools('openai', [add]);
 *     const completion = await client.chat.completions.create({ model, messages, tools });
 *     const calls = formatOf('openai').fromResponse(completion, names);
 */
export function formatTools<P extends Provider>(
  provider: P,
  tools: readonly Tool[],
  options?: FormatOptions,
): ReturnType<ProviderFormats[P]['toTools']>;
export function formatTools(
  provider: string,
  tools: readonly Tool[],
  options?: FormatOptions,
): FormattedTools<unknown>;
export function formatTools(
  provider: string,
  tools: readonly Tool[],
  options?: FormatOptions,
): FormattedTools<unknown> {
  return formatOf(provider).toTools(tools, options);
}
