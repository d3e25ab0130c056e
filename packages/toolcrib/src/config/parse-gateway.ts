import { exposures, type GatewayConfig } from './config.ts';
import type { ConfigReader, Consequence } from './config-reader.ts';
import { knownKeys } from './known-keys.ts';

const asksNobody: Consequence = (texts) => texts.approverOff;

/** Reads what clients of MCP are given. What cannot be read names nobody an approver. */
export function parseGateway(reader: ConfigReader): GatewayConfig {
  reader.object('gateway', asksNobody);
  const isKnown = reader.refuseUnknown(['gateway'], knownKeys.gateway, asksNobody);
  const approver = reader.flag(['gateway', 'approver'], asksNobody) ?? false;
  return {
    agent: reader.text(['gateway', 'agent']) ?? 'user',
    expose: reader.oneOf(['gateway', 'expose'], exposures) ?? 'auto',
    budget: reader.number(['gateway', 'budget'], { least: 0, whole: true }) ?? 20_000,
    approver: isKnown && approver,
  };
}
