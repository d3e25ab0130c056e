import type { ToolResult } from '@toolcrib/core';
import type { createProcesses } from '../fence/processes/create-processes.ts';
import { openToolcribWith } from '../open-toolcrib.ts';
import type { Attack } from './attack.ts';
import { canaryVariable } from './canaries.ts';
import { runPlain } from './run-plain.ts';
import { createScene, scriptName, type Scene } from './scene.ts';

/** Somebody who is attacked, each in a scene of its own. */
export interface Subject {
  readonly name: string;
  /** Whether it is worth a try: what holds it may be the same as elsewhere. */
  takes(attack: Attack): boolean;
  readonly scene: Scene;
  /** Lets the attack have its try, and gives what came of it. */
  attempt(attack: Attack, signal: AbortSignal): Promise<Attempt>;
  close(): Promise<void>;
}

interface Attempt {
  readonly said: string;
  /** It was refused, a person was asked and was not there, or it ran and was held or not. */
  readonly how: 'refused' | 'asked' | 'ran';
}

/** Milliseconds for one call. */
const callTime = 3000;

/** Nothing of ours: what an attack does where nobody holds it. */
export async function createControl(secret: string): Promise<Subject> {
  const scene = await createScene(secret);
  const environment = { ...scene.environment, [canaryVariable]: secret };
  return {
    name: 'control',
    takes: () => true,
    scene,
    async attempt({ line }, signal) {
      const said = await runPlain(scene.fill(line), {
        directory: scene.project,
        environment,
        signal,
        limit: callTime,
      });
      return { said, how: 'ran' };
    },
    close: async () => scene.close(),
  };
}

export interface LayerOptions {
  readonly name: string;
  /** With the checks alone nobody says yes: they hold by asking. */
  readonly checksOnly: boolean;
  readonly makeProcesses: typeof createProcesses;
}

/** Toolcrib as everybody uses it, with an agent that may execute, in one layer. */
export async function createLayerSubject(
  { name, checksOnly, makeProcesses }: LayerOptions,
  secret: string,
): Promise<Subject> {
  const scene = await createScene(secret);
  let approved = false;
  let asked = false;
  const toolcrib = await openToolcribWith(
    {
      project: scene.project,
      environment: scene.environment,
      trust: 'never',
      locale: 'en',
      onStoreProblem: () => undefined,
      service: {
        sandbox: checksOnly ? 'off' : 'required',
        agents: { attacker: { permission: 'execute' } },
        approver: () => {
          asked = true;
          return { decision: approved ? 'allow_once' : 'reject_once', by: 'attack suite' };
        },
      },
    },
    makeProcesses,
  ).catch((error: unknown) => {
    scene.close();
    throw error;
  });
  const call = (tool: string, parameters: object, signal: AbortSignal): Promise<ToolResult> =>
    toolcrib.service.execute(tool, parameters, { agent: 'attacker', signal, timeout: callTime + 1000 });
  return {
    name,
    scene,
    takes: ({ against }) => checksOnly || against !== 'checks',
    async attempt(attack, signal) {
      approved = !checksOnly && attack.unasked !== true;
      asked = false;
      const results: ToolResult[] = [];
      const tries = attack.calls ?? [
        {
          tool: 'Bash',
          arguments: {
            command: approved ? `bash ${scriptName}` : scene.fill(attack.line),
            timeout: callTime,
          },
        },
      ];
      for (let round = 0; round < (attack.times ?? 1) && !signal.aborted; round++)
        for (const { tool, arguments: given } of tries) {
          const filled = Object.entries(given).map(([key, value]) => [
            key,
            typeof value === 'string' ? scene.fill(value) : value,
          ]);
          results.push(await call(tool, Object.fromEntries(filled), signal));
        }
      const ran = results.some(({ status }) => status === 'success');
      return { said: JSON.stringify(results), how: ran ? 'ran' : asked && !approved ? 'asked' : 'refused' };
    },
    async close() {
      await toolcrib.close();
      scene.close();
    },
  };
}
