import { digestLater } from '../tool/digest.ts';
import { createError } from '../tool/errors.ts';
import { copyJson, shownLimits } from '../tool/json.ts';
import type { ApprovalQuestion } from './approver.ts';

/**
 * Adds the digest of everything that is shown. Throws `approval_too_large` when that is more than a person can be shown: a part
 * of a request is never asked about.
 */
export async function withShownDigest(
  question: Omit<ApprovalQuestion, 'shownDigest'>,
): Promise<ApprovalQuestion> {
  const { expiresAt: _, ...seen } = question;
  const copy = copyJson(seen, shownLimits);
  if (!copy.ok) throw createError('approval_too_large', { tool: question.tool, limit: shownLimits.maxText });
  return Object.freeze({ ...question, shownDigest: await digestLater(copy.value) });
}
