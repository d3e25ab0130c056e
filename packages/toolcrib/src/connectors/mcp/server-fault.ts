import type { Locale } from '@toolcrib/core';
import { mcpTexts, type Fault } from './texts.ts';

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
