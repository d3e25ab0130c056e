/**
 * Makes calls that need a yes, gives the yes, and tells each step when it is acknowledged, until it is killed; started by
 * approval-kills.test-support.ts. It begins with the calls that the one before it may have left half done.
 */
import { appendFileSync, writeSync } from 'node:fs';
import { createApprovalDesk, ToolService, type ApprovalStore } from '@toolcrib/core';
import { openAt, type Place } from '../databases/both-databases.test-support.ts';
import { createStoredApprovals } from './stored-approvals.ts';
import { createStoredGrants } from './stored-grants.ts';

const [place = '', log = '', unfinished = '[]', generation = '0'] = process.argv.slice(2);
const database = openAt(JSON.parse(place) as Place);
const approvals = createStoredApprovals(database);
const grants = createStoredGrants(database);

/** Written at once: what was told is told, however the process ends. */
function tell(...words: readonly string[]): void {
  writeSync(1, `${words.join(' ')}\n`);
}

const told: ApprovalStore = {
  async open(question) {
    const opened = await approvals.open(question);
    tell('opened', opened.approval.id, question.callId);
    return opened;
  },
  async answer(id, answer) {
    const receipt = await approvals.answer(id, answer);
    if (receipt?.accepted) tell('answered', id, generation);
    return receipt;
  },
  async use(id) {
    const used = await approvals.use(id);
    if (used) tell('used', id);
    return used;
  },
  withdraw: (id) => approvals.withdraw(id),
  get: (id) => approvals.get(id),
  list: (filter) => approvals.list(filter),
  watch: (listener) => approvals.watch(listener),
};

const service = new ToolService({
  builtins: false,
  approver: createApprovalDesk({ store: told, desks: [() => ({ decision: 'allow_once', by: generation })] }),
});
service.registerTool({
  name: 'act',
  description: 'Acts.',
  approval: 'confirm',
  parameters: { type: 'object', properties: { call: { type: 'string' } } },
  run: ({ call }: { call: string }) => appendFileSync(log, `${call}\n`),
});

async function callOnce(callId: string): Promise<void> {
  tell('calling', callId);
  const result = await service.execute('act', { call: callId }, { callId });
  tell('ended', callId, result.status === 'success' ? 'success' : result.errorCode);
}

await database.get();
tell('ready');
for (const callId of JSON.parse(unfinished) as string[]) await callOnce(callId);
for (let count = 0; ; count++) {
  await callOnce(`call-${generation}-${count}`);
  const grant = await grants.add({ tool: `tool-${count}`, agent: generation });
  tell('granted', grant.id);
  if (count % 2 === 0 && (await grants.revoke(grant.id))) tell('revoked', grant.id);
}
