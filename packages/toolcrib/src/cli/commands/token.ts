import { visible, type ApproverScope } from '@toolcrib/core';
import { userHere } from '../../approver-identities.ts';
import { scopesForPeople, tokenScopes, type TokenScope } from '../../store/tokens/stored-tokens.ts';
import { toWireToken } from '../../store/tokens/wire-token.ts';
import { UsageError } from '../command-line.ts';
import { exitCodes } from '../exit-codes.ts';
import { readExpiry } from '../read-expiry.ts';
import { serveTexts, type ServeTexts } from '../serve-texts.ts';
import type { Command, OpenedSession, Session } from '../session.ts';
import { toTable } from '../table.ts';
import { tellUndone } from '../tell-undone.ts';
import { timeOf } from '../time-of.ts';
import { withVerbs, type Verb } from '../verbs.ts';

/** `token list|create|revoke`: what opens the HTTP service. */
export const token: Command = withVerbs(
  new Map<string, Verb>([
    ['list', { run: list }],
    ['create', { run: create }],
    ['revoke', { run: revoke, operands: ['ID'] }],
  ]),
);

async function list({ terminal, json, line }: Session, { store, locale }: OpenedSession): Promise<number> {
  const words = serveTexts(locale);
  const found = await store.tokens.list({ all: line.options.all ?? false });
  if (json) {
    await terminal.writeJson(JSON.stringify(found.map(toWireToken), null, 2));
    return exitCodes.success;
  }
  const { id, name, agent, scopes, until } = words.columns;
  const rows = found.map((one) => [
    one.id,
    one.name,
    one.agent ?? '',
    one.scopes.join(','),
    one.expiresAt === undefined ? words.untilRevoked : timeOf(one.expiresAt),
  ]);
  if (rows.length > 0)
    for (const row of toTable([[id, name, agent, scopes, until], ...rows])) await terminal.write(row);
  terminal.tell(words.tokens(rows.length));
  return exitCodes.success;
}

/** For an agent, what an agent may be good for; for a person, everything, unless less is asked for. */
async function create({ terminal, json, line }: Session, opened: OpenedSession): Promise<number> {
  const { agent, expires, name = agent ?? userHere(), approver } = line.options;
  const words = serveTexts(opened.locale);
  const agents = [...new Set(['user', ...Object.keys(opened.config.agents)])];
  if (agent !== undefined && !agents.includes(agent)) throw new UsageError(words.noAgent(agent, agents));
  const made = await opened.store.tokens.create({
    name,
    agent,
    scopes: readScopes(line.options.scope, agent, words),
    expiresAt: expires === undefined ? undefined : readExpiry(expires, opened.locale),
    approver,
    approves: readApproverScope(line.options, words),
  });
  if (json) await terminal.writeJson(JSON.stringify({ token: made.token, about: toWireToken(made.about) }));
  else {
    await terminal.write(made.token);
    terminal.tell(words.created);
    if (made.about.approver) terminal.tell(words.approver);
    if (made.about.name !== name) terminal.tell(visible(words.named(made.about.name)));
  }
  return exitCodes.success;
}

async function revoke(session: Session, { store, locale }: OpenedSession): Promise<number> {
  const { terminal, json, line } = session;
  const words = serveTexts(locale);
  const id = line.operands[1] as string;
  if (!(await store.tokens.revoke(id))) return tellUndone(session, 'token_not_found', words.noToken(id));
  if (json) await terminal.writeJson(JSON.stringify({ id, revoked: true }));
  else terminal.tell(visible(words.revoked(id)));
  return exitCodes.success;
}

function readScopes(given: string | undefined, agent: string | undefined, words: ServeTexts): TokenScope[] {
  const possible = tokenScopes.filter((scope) => agent === undefined || !scopesForPeople.includes(scope));
  if (given === undefined) return possible;
  const asked = given.split(',').map((word) => word.trim());
  const stranger = asked.find((word) => !tokenScopes.some((scope) => scope === word));
  if (stranger !== undefined)
    throw new UsageError(words.unknownScope(stranger, tokenScopes), 'unknown_scope');
  const forPeople = asked.filter((word) => !possible.some((scope) => scope === word));
  if (forPeople.length > 0) throw new UsageError(words.notForAgents(forPeople), 'agent_scopes');
  return possible.filter((scope) => asked.includes(scope));
}

const knownRisks = ['low', 'medium', 'high'] as const;

/** Undefined when nothing limits it. */
function readApproverScope(
  options: Session['line']['options'],
  words: ServeTexts,
): ApproverScope | undefined {
  const agents = listOf(options['approve-agents']);
  const tools = listOf(options['approve-tools']);
  const risk = options['approve-max-risk'];
  const maxRisk = knownRisks.find((known) => known === risk);
  if (risk !== undefined && maxRisk === undefined) throw new UsageError(words.unknownRisk(risk, knownRisks));
  return (agents ?? tools ?? maxRisk) ? { agents, tools, maxRisk } : undefined;
}

function listOf(given: string | undefined): string[] | undefined {
  return given?.split(',').map((one) => one.trim());
}
