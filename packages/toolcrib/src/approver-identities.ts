import { userInfo } from 'node:os';
import type { ApproverIdentity, ApproverScope } from '@toolcrib/core';
import type { ApproversConfig } from './config/config.ts';
import type { StoredToken } from './store/tokens/stored-tokens.ts';

/** The user of the machine, as the operating system knows them: no variable of the environment changes it. */
export function userHere(): string {
  try {
    return userInfo().username;
  } catch {
    // A container may run as a user whom nobody has named.
    return `uid-${process.getuid?.() ?? 'unknown'}`;
  }
}

/** The person at a terminal of this process. They see what they are asked, so they may approve their own calls. */
export function personHere(approvers: ApproversConfig | undefined): ApproverIdentity {
  return { id: `terminal:${userHere()}`, scope: scopeHere(approvers), approvesOwn: true };
}

/** Who starts the gateway for an MCP client. */
export function clientHere(): string {
  return `mcp:${userHere()}`;
}

/** What the user of the machine may approve. */
export function scopeHere(approvers: ApproversConfig | undefined): ApproverScope {
  const user = userHere();
  if (approvers === undefined) return {};
  return Object.hasOwn(approvers, user) ? (approvers[user] ?? nothing) : nothing;
}

/** Who holds a token. Names of tokens are never used twice, so they tell one from another for good. */
export function holderOf({ name, approves, approver, holds }: StoredToken): ApproverIdentity {
  return { id: identityOf({ name }), scope: approves, approvesOwn: approver, holds };
}

/** As whom calls and answers with a token are recorded. */
export function identityOf({ name }: Pick<StoredToken, 'name'>): string {
  return `token:${name}`;
}

const nothing: ApproverScope = Object.freeze({ tools: [] });
