import type { Locale } from '@toolcrib/core';
import { mcpTexts } from './texts.ts';

/** What is wrong with a server, with the facts that its sentence needs. */
export type Fault =
  | { readonly kind: 'not_found'; readonly program: string }
  | { readonly kind: 'not_started'; readonly program: string; readonly code: string }
  | {
      readonly kind: 'ended';
      readonly exitCode: number | null;
      readonly signal: string | null;
      /** The end of what it said on standard error. */
      readonly said: string;
    }
  | { readonly kind: 'too_long'; readonly bytes: number }
  | { readonly kind: 'no_messages'; readonly bytes: number; readonly sample: string }
  | { readonly kind: 'too_many_messages'; readonly messages: number }
  | { readonly kind: 'no_answer'; readonly milliseconds: number; readonly said: string }
  | { readonly kind: 'failing'; readonly times: number; readonly seconds: number; readonly last: string }
  | { readonly kind: 'endless_list'; readonly pages: number; readonly tools: number }
  | { readonly kind: 'login'; readonly server: string }
  | { readonly kind: 'scope'; readonly server: string; readonly scope: string }
  | { readonly kind: 'unknown_server'; readonly server: string }
  | { readonly kind: 'closed' };

/** A server cannot be used, or not any more. */
export class ServerFault extends Error {
  override readonly name = 'ServerFault';
  readonly fault: Fault;

  constructor(fault: Fault, options?: ErrorOptions) {
    super(mcpTexts('en').fault(fault), options);
    this.fault = fault;
  }

  in(locale: Locale): string {
    return mcpTexts(locale).fault(this.fault);
  }
}
