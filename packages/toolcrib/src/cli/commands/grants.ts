import { granterRefusal, visible, type Tool } from '@toolcrib/core';
import { personHere } from '../../approver-identities.ts';
import type { StoredGrant } from '../../store/approvals/stored-grants.ts';
import { toWireGrant } from '../../store/approvals/wire-grant.ts';
import { approvalsTexts, type ApprovalsTexts } from '../approvals-texts.ts';
import { UsageError } from '../command-line.ts';
import { exitCodes } from '../exit-codes.ts';
import { readExpiry } from '../read-expiry.ts';
import { requireTool } from '../require-tool.ts';
import type { Command, OpenedSession, Session } from '../session.ts';
import { toTable } from '../table.ts';
import { tellUndone } from '../tell-undone.ts';
import { timeOf } from '../time-of.ts';
import { withVerbs, type Verb } from '../verbs.ts';

/** `grants list|add|revoke`: what people have said yes to for good. */
export const grants: Command = withVerbs(
  new Map<string, Verb>([
    ['list', { run: list }],
    ['add', { run: add, operands: ['NAME'] }],
    ['revoke', { run: revoke, operands: ['ID'] }],
  ]),
);

async function list(
  { terminal, json, line }: Session,
  { store: { grants: store }, texts, locale }: OpenedSession,
): Promise<number> {
  const words = approvalsTexts(locale);
  const found = await store.list({ all: line.options.all ?? false });
  if (json) {
    await terminal.writeJson(JSON.stringify(found.map(toWireGrant), null, 2));
    return exitCodes.success;
  }
  const { id, scope, level, tool, agent, by, until } = words.grantColumns;
  const rows = found.map((grant) => [
    grant.id,
    grant.scope,
    grant.approval,
    grant.tool,
    grant.agent ?? texts.question.application,
    grant.grantedBy,
    endOf(grant, words),
  ]);
  if (rows.length > 0)
    for (const row of toTable([[id, scope, level, tool, agent, by, until], ...rows]))
      await terminal.write(row);
  terminal.tell(words.grants(rows.length));
  return exitCodes.success;
}

async function add(session: Session, opened: OpenedSession): Promise<number> {
  const words = approvalsTexts(opened.locale);
  const { terminal, json, line } = session;
  const { store, service, config } = opened;
  const tool = requireTool(line.operands[1] as string, service);
  const { agent = 'user', expires, dangerous = false } = line.options;
  const agents = ['user', ...Object.keys(config.agents)];
  if (!agents.includes(agent)) throw new UsageError(words.noAgent(agent, agents));
  checkScope(line.options, words);
  if (tool.approval === 'dangerous' && !dangerous) throw new UsageError(words.dangerous(tool.name));
  const granter = personHere(config.approvers);
  const refusal = granterRefusal(granter, { tool: tool.name, agent });
  if (refusal !== undefined) throw refusal;
  const grant = await store.grants.add({
    tool: tool.name,
    agent,
    argumentsDigest: await readArguments(line.options.arguments, tool, opened, words),
    approval: dangerous ? 'dangerous' : 'confirm',
    grantedBy: granter.id,
    expiresAt: expires === undefined ? undefined : readExpiry(expires, opened.locale),
  });
  if (json) await terminal.writeJson(JSON.stringify(toWireGrant(grant), null, 2));
  else terminal.tell(words.granted(grant.id));
  return exitCodes.success;
}

async function revoke(
  session: Session,
  { store: { grants: store }, config, locale }: OpenedSession,
): Promise<number> {
  const { terminal, json, line } = session;
  const words = approvalsTexts(locale);
  const id = line.operands[1] as string;
  if (!(await store.revoke(id, { by: personHere(config.approvers).id })))
    return tellUndone(session, 'grant_not_found', words.noGrant(id));
  if (json) await terminal.writeJson(JSON.stringify({ id, revoked: true }));
  else terminal.tell(visible(words.revoked(id)));
  return exitCodes.success;
}

/** The scope follows from the other options; who names it wants to be sure. */
function checkScope(
  { scope, arguments: given }: { readonly scope?: string; readonly arguments?: string },
  words: ApprovalsTexts,
): void {
  if (scope === undefined) return;
  if (scope === 'session') throw new UsageError(words.noSession);
  if (scope !== 'agent' && scope !== 'call')
    throw new UsageError(words.unknownScope(scope, ['agent', 'call']), 'unknown_scope');
  if (scope === 'call' && given === undefined) throw new UsageError(words.scopeNeedsArguments);
  if (scope === 'agent' && given !== undefined) throw new UsageError(words.scopeTakesNoArguments);
}

/** The digest that a call with these arguments will have: as the tool receives them, with its defaults filled in. */
async function readArguments(
  given: string | undefined,
  tool: Tool,
  { service }: OpenedSession,
  words: ApprovalsTexts,
): Promise<string | undefined> {
  if (given === undefined) return undefined;
  let parsed: unknown;
  try {
    parsed = JSON.parse(given);
  } catch (error) {
    throw new UsageError(words.badArguments((error as Error).message));
  }
  const { argumentsDigest, stations } = await service.explain(tool.name, parsed);
  if (argumentsDigest !== undefined) return argumentsDigest;
  throw new UsageError(words.badArguments(stations.find(({ reason }) => reason !== undefined)?.reason ?? ''));
}

function endOf({ revokedAt, revokedBy = '', expiresAt }: StoredGrant, words: ApprovalsTexts): string {
  if (revokedAt !== undefined) return words.revokedAt(timeOf(revokedAt), revokedBy);
  if (expiresAt === undefined) return words.untilRevoked;
  return expiresAt > Date.now() ? timeOf(expiresAt) : words.expiredAt(timeOf(expiresAt));
}
