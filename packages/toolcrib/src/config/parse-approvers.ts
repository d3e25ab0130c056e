import { parseApproverScope, type ApproverScope } from '@toolcrib/core';
import type { ApproversConfig } from './config.ts';
import type { ConfigReader, Consequence } from './config-reader.ts';
import { knownKeys } from './known-keys.ts';

const nothing: ApproverScope = Object.freeze({ tools: [] });

/** Reads what people may approve. An entry that cannot be read lets its user approve nothing; a section, everybody. */
export function parseApprovers(reader: ConfigReader): ApproversConfig | undefined {
  const section = reader.object('approvers', (texts) => texts.approversClosed);
  if (section === undefined) return reader.has('approvers') ? {} : undefined;
  return Object.fromEntries(
    Object.entries(section).map(([user, value]) => {
      const path = ['approvers', user];
      const closes: Consequence = (texts) => texts.approverClosed(user);
      const isKnown = reader.refuseUnknown(path, knownKeys.approver, closes);
      const parse = (): ApproverScope => parseApproverScope(value, `${reader.source} approvers.${user}`);
      return [user, (isKnown && reader.attempt(path, parse, closes)) || nothing];
    }),
  );
}
