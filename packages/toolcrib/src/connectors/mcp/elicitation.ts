import { createHash } from 'node:crypto';
import type { ElicitRequestParams, ElicitResult } from '@modelcontextprotocol/client';
import {
  compileSchema,
  decisionOf,
  withShownDigest,
  type Approver,
  type JsonSchemaObject,
  type JsonValue,
  type Locale,
} from '@toolcrib/core';
import type { CallInFlight } from './call-in-flight.ts';
import { mcpTexts } from './texts.ts';

/** Answers what a server asks while it works. */
export type Asker = (params: ElicitRequestParams, signal: AbortSignal) => Promise<ElicitResult>;

export interface AskerOptions {
  readonly server: string;
  /** Asks a person. Without one everything is declined. */
  readonly approver: Approver | undefined;
  /** What the server works on. */
  readonly calls: ReadonlySet<CallInFlight>;
  readonly locale: Locale;
}

/** Milliseconds for a person to answer, where the call itself has longer. */
const patience = 300_000;

/**
 * Takes what a server asks to a person. The question shows what it says, and what it would be told: a yes is a yes to exactly
 * that. What a person has filled in comes with the answer.
 */
export function createAsker({ server, approver, calls, locale }: AskerOptions): Asker {
  let asked = 0;
  return async (params, signal) => {
    if (approver === undefined || params.mode === 'url') return { action: 'decline' };
    const form = params.requestedSchema as JsonSchemaObject;
    const content = defaultsOf(form);
    // It does not say for which call it asks; with more than one at work nobody knows.
    const call = calls.size === 1 ? [...calls][0] : undefined;
    const asking = withShownDigest({
      callId: `${call?.context.callId ?? server}/ask-${++asked}`,
      agent: call?.context.agent,
      requestedBy: call?.context.requestedBy,
      tool: call?.tool.name ?? `mcp:${server}`,
      version: call?.tool.version ?? '1.0.0',
      description: params.message,
      arguments: content,
      argumentsDigest: digestOf([params.message, form]),
      effects: [],
      risk: 'medium',
      reasons: [params.message],
      warning: mcpTexts(locale).asked(server),
      expiresAt: Date.now() + patience,
      form,
    });
    const signals = [signal, ...(call === undefined ? [] : [call.context.signal])];
    try {
      const question = await asking;
      const answer = await approver(question, { signal: AbortSignal.any(signals), recorded: question });
      if (decisionOf(answer) === 'reject_once') return { action: 'decline' };
      const filled = { ...content, ...answer.content };
      const isWhole = compileSchema(form, { fillsDefaults: false }).validate(filled) === undefined;
      return isWhole ? { action: 'accept', content: filled as never } : { action: 'decline' };
    } catch {
      // Nobody has answered.
      return { action: 'cancel' };
    }
  };
}

function defaultsOf({ properties = {} }: JsonSchemaObject): { readonly [name: string]: JsonValue } {
  const given = Object.entries(properties).flatMap(([name, field]) => {
    const value = (field as { readonly default?: JsonValue }).default;
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(given);
}

function digestOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex');
}
