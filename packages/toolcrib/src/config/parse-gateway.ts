import { exposures, type GatewayConfig } from './config.ts';
import type { ConfigReader, Consequence } from './config-reader.ts';
import { knownKeys } from './known-keys.ts';

const asksNobody: Consequence = (texts) => texts.elicitationOff;

/** Reads what clients of MCP are given. What cannot be read might have been a no: then clients are asked nothing. */
export function parseGateway(reader: ConfigReader): GatewayConfig {
  const section = reader.object('gateway', asksNobody);
  const isKnown = reader.refuseUnknown(['gateway'], knownKeys.gateway, asksNobody);
  const isReadable = isKnown && (section !== undefined || !reader.has('gateway'));
  const elicitation = reader.flag(['gateway', 'elicitation'], asksNobody);
  const isSilent = reader.written(['gateway', 'elicitation']) === undefined;
  return {
    agent: reader.text(['gateway', 'agent']) ?? 'user',
    expose: reader.oneOf(['gateway', 'expose'], exposures) ?? 'auto',
    budget: reader.number(['gateway', 'budget'], { least: 0, whole: true }) ?? 20_000,
    elicitation: isReadable && (elicitation ?? isSilent),
  };
}
