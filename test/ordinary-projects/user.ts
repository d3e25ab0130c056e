import type { ToolResult } from '@toolcrib/core';
import { openToolcrib } from 'toolcrib';
import type { Call } from '../hostile-repository/calls.ts';

interface Made {
  readonly result: ToolResult;
  readonly wasAsked: boolean;
}

interface MakeOptions {
  /** Who calls. @default the person at the machine */
  readonly agent?: string | undefined;
  /** What the person answers when the call asks. @default 'allow_once' */
  readonly answer?: 'allow_once' | 'reject_once';
}

/** A person who works in a project and answers the calls that ask. */
export interface User {
  /** What was said about running restricted. */
  readonly notices: readonly string[];
  make(call: Call, options?: MakeOptions): Promise<Made>;
  /** What a call gives; fails when it does not succeed, or asks where it should not. */
  outputOf(call: Call, options?: { readonly mayAsk?: boolean }): Promise<unknown>;
  close(): Promise<void>;
}

export async function openAsUser(project: string): Promise<User> {
  const notices: string[] = [];
  let questions = 0;
  let decision: 'allow_once' | 'reject_once' = 'allow_once';
  const { service, close } = await openToolcrib({
    project,
    onRestricted: (notice) => void notices.push(notice),
    service: {
      // A busy machine is no fault of the project.
      defaults: { timeout: 120_000 },
      approver: () => {
        questions++;
        return { decision };
      },
    },
  });
  const make: User['make'] = async ([tool, input], { agent = 'user', answer = 'allow_once' } = {}) => {
    const before = questions;
    decision = answer;
    const result = await service.execute(tool, input, { agent });
    return { result, wasAsked: questions > before };
  };
  return {
    notices,
    make,
    async outputOf(call, { mayAsk = false } = {}) {
      const { result, wasAsked } = await make(call);
      const what = JSON.stringify(call);
      if (result.status !== 'success') throw new Error(`${what}: ${result.error} ${result.remedy ?? ''}`);
      if (wasAsked && !mayAsk) throw new Error(`${what} asks`);
      return result.output;
    },
    close,
  };
}
