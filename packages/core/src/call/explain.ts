import { passing } from '../messages/passing.ts';
import { remedy } from '../messages/remedy.ts';
import { text } from '../messages/text.ts';
import { withApproval, type RequestedCall, type Verdict } from '../tool/call.ts';
import { block, fail, isRefusal, type Refusal } from '../tool/refusal.ts';
import { digestLater } from '../tool/digest.ts';
import { targetOf, type Effect } from '../tool/effect.ts';
import type { Grant } from '../tool/grant.ts';
import { messageOf } from '../tool/errors.ts';
import { stations, type Station } from '../tool/result.ts';
import type { Permission, Risk } from '../tool/safety.ts';
import type { House } from './house.ts';
import { stationOf } from './departure.ts';
import { approach } from './pipeline.ts';
import { preflight } from './preflight.ts';
import { fence } from './stations/fence.ts';
import { foreseeGivenId } from './stations/given-id.ts';
import { isStopped, type FarthestCall } from './stopped.ts';

/** What would happen to a call, station by station, without making it. */
export interface Explanation {
  readonly callId: string;
  readonly tool: string;
  /** Who would call; undefined for the embedding application itself, and for who is not known. */
  readonly agent: string | undefined;
  /** The level that the caller holds. */
  readonly permission: Permission | undefined;
  /** `run` by itself, `ask` a person first, or not at all. */
  readonly outcome: 'run' | 'ask' | 'blocked' | 'error';
  readonly stations: readonly StationReport[];
  readonly risk: Risk | undefined;
  readonly effects: readonly Effect[];
  /** The standing yes that decides, when one does. */
  readonly grant: Grant | undefined;
  /** The arguments as the tool would receive them. */
  readonly arguments: unknown;
  /** What an approval or a grant of exactly these arguments is bound to; undefined when they do not fit the schema. */
  readonly argumentsDigest: string | undefined;
}

export interface StationReport {
  readonly station: Station;
  readonly decision: 'pass' | 'ask' | 'refuse' | 'not_reached';
  /** What decided: an id, a list, a rule. */
  readonly rule: string | undefined;
  readonly code: string | undefined;
  readonly reason: string | undefined;
  readonly remedy: string | undefined;
}

/** The same corridor, stopped before anybody is asked and before anything is executed. */
export async function explain(requested: RequestedCall, house: House): Promise<Explanation> {
  try {
    return await walkWithoutDoing(requested, house);
  } catch (cause) {
    const refusal = fail('internal_error', { detail: messageOf(cause) }, cause);
    const call: FarthestCall = requested;
    return toExplanation(call, 'error', reportsUntil(stationOf(call), call, refusal, house));
  }
}

async function walkWithoutDoing(requested: RequestedCall, house: House): Promise<Explanation> {
  const approached = await approach(requested, house);
  if (isStopped(approached)) {
    const { station, call, refusal } = approached;
    return toExplanation(call, refusal.status, reportsUntil(station, call, refusal, house));
  }
  const asks = approached.verdict.decision === 'ask';
  const stopped = await preflight(approached, house);
  if (stopped !== undefined) {
    const { station, refusal } = stopped;
    return toExplanation(approached, refusal.status, reportsUntil(station, approached, refusal, house));
  }
  const taken = await foreseeGivenId(approached, house);
  if (taken !== undefined) {
    return toExplanation(approached, taken.status, reportsUntil('execute', approached, taken, house));
  }
  if (asks && house.approver === undefined) {
    const refusal = block('no_approver', { tool: approached.tool.name }, approached.verdict.source);
    return toExplanation(approached, 'blocked', reportsUntil('approve', approached, refusal, house));
  }
  // Nobody has said yes yet: a fence that starts something is not to start it for a question.
  const pending = asks && house.fence !== undefined;
  const enclosed = pending
    ? approached
    : await fence(withApproval(approached, { kind: 'not_needed' }), house);
  if (isRefusal(enclosed)) {
    return toExplanation(approached, enclosed.status, reportsUntil('fence', approached, enclosed, house));
  }
  const { type } = approached.tool;
  if (!house.executors.has(type)) {
    const refusal = fail('no_executor', { kind: type });
    return toExplanation(enclosed, 'error', reportsUntil('execute', enclosed, refusal, house));
  }
  return toExplanation(enclosed, asks ? 'ask' : 'run', reportsUntil(undefined, enclosed, undefined, house));
}

async function toExplanation(
  call: FarthestCall,
  outcome: Explanation['outcome'],
  reports: readonly StationReport[],
): Promise<Explanation> {
  // What has no input was not found to fit.
  const valid = call.input === undefined ? undefined : call.arguments;
  return {
    callId: call.callId,
    tool: call.tool?.id ?? call.name,
    agent: call.caller?.agent,
    permission: call.caller?.permission,
    outcome,
    stations: reports,
    risk: call.verdict?.risk,
    effects: call.verdict?.effects ?? [],
    grant: call.verdict?.grant,
    arguments: call.arguments ?? call.rawArguments,
    argumentsDigest: valid && (await digestLater(valid)),
  };
}

function reportsUntil(
  refusing: Station | undefined,
  call: FarthestCall,
  refusal: Refusal | undefined,
  house: House,
): StationReport[] {
  const end = refusing === undefined ? stations.length : stations.indexOf(refusing);
  return stations.map((station, index) => {
    const report = { station, rule: undefined, code: undefined, reason: undefined, remedy: undefined };
    if (index > end) return { ...report, ...notReached };
    if (index < end || refusal === undefined) return { ...report, ...passed(station, call, house) };
    const { code, data, rule } = refusal;
    return {
      station,
      decision: 'refuse',
      rule,
      code,
      reason: text(code, data, house.locale),
      remedy: remedy(code, data, house.locale),
    };
  });
}

const notReached = { decision: 'not_reached' } as const;

function passed(
  station: Station,
  call: FarthestCall,
  house: House,
): Pick<StationReport, 'decision'> & Partial<StationReport> {
  switch (station) {
    case 'resolve':
      return { decision: 'pass', rule: call.tool?.id };
    case 'scope':
      return call.caller?.allowList === undefined
        ? { decision: 'pass', reason: passing(house.locale).everyTool }
        : { decision: 'pass', rule: call.caller.allowList };
    case 'authorize':
      return {
        decision: 'pass',
        rule: call.verdict && `${call.verdict.rule} (${call.verdict.source})`,
        reason: call.verdict && reasonOf(call.verdict, house),
      };
    case 'approve':
      return { decision: call.verdict?.decision === 'ask' ? 'ask' : 'pass', rule: call.verdict?.rule };
    case 'fence':
      return call.fence === undefined ? notReached : { decision: 'pass', rule: call.fence.layer };
    case 'execute': {
      if (call.fence === undefined) return notReached;
      const timeout = call.options.timeout ?? call.tool?.timeout ?? house.defaults.timeout;
      return { decision: 'pass', reason: passing(house.locale).timeout(timeout) };
    }
    default:
      return { decision: 'pass' };
  }
}

/** What a rule's name alone does not tell: whose yes it was, and which effects ask for one. */
function reasonOf(
  { grant, effects, rule, source, commands }: Verdict,
  { locale }: House,
): string | undefined {
  if (grant !== undefined) return passing(locale).grant(grant);
  if (commands !== undefined && commands.length > 0) return passing(locale).commands(rule, commands);
  if (source !== 'effects') return undefined;
  const deciding = effects.filter(({ risk }) => risk === 'high');
  return `${rule}: ${deciding.map((effect) => `${effect.kind} ${targetOf(effect)}`).join(', ')}`;
}
