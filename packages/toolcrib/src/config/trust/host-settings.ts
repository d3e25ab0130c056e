import { readyMadeAllowLists, type CallDefaults, type SandboxMode } from '@toolcrib/core';

/** What holds without the configuration. One that nobody has accepted must not put anything wider in its place. */
export interface HostSettings {
  /** Agents that the embedding application has configured. */
  readonly agents: readonly string[];
  readonly allowLists: readonly string[];
  /** Undefined: as it is without an application. */
  readonly sandbox: SandboxMode | undefined;
  readonly defaults: Partial<CallDefaults> & { readonly approvalTimeout?: number | undefined };
}

/** Where no application says otherwise. */
export const noHostSettings: HostSettings = {
  agents: [],
  allowLists: readyMadeAllowLists.map(({ name }) => name),
  sandbox: undefined,
  defaults: {},
};
