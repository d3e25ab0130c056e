import { visible } from '@toolcrib/core';
import { exitCodes } from './exit-codes.ts';
import type { Session } from './session.ts';

/** Says that there is nothing to do what was asked for with; in JSON where that is wanted. */
export async function tellUndone(
  { terminal, json }: Pick<Session, 'terminal' | 'json'>,
  code: 'approval_not_found' | 'approval_ended' | 'grant_not_found' | 'token_not_found',
  message: string,
): Promise<number> {
  const failure = { status: 'error', error: message, error_code: code, error_type: 'ApprovalError' };
  if (json) await terminal.writeJson(JSON.stringify(failure));
  else terminal.tell(visible(message));
  return exitCodes.failed;
}
