import { inputRequired, type InputRequest } from '@modelcontextprotocol/server';
import { compileSchema, type ApprovalAnswer, type ApprovalQuestion } from '@toolcrib/core';
import { isObject } from '../connectors/json-object.ts';
import type { GatewayTexts } from './texts.ts';

/** The name of the question in `inputRequests`, and of its answer in `inputResponses`. */
export const questionKey = 'approval';

/** A question as a client shows it. There is no "always": what is answered by a form is for one call alone. */
export function toInputRequest(question: ApprovalQuestion, texts: GatewayTexts): InputRequest {
  const { form } = question;
  if (form !== undefined)
    return inputRequired.elicit({ message: texts.form(question), requestedSchema: form as never });
  const { allow_once, reject_once } = texts.decisions;
  return inputRequired.elicit({
    message: texts.question(question),
    requestedSchema: {
      type: 'object',
      properties: {
        decision: {
          type: 'string',
          title: texts.decision,
          // Older clients know titles in this form alone.
          enum: ['allow_once', 'reject_once'],
          enumNames: [allow_once, reject_once],
        },
        note: { type: 'string', title: texts.note, maxLength: 1000 },
      },
      required: ['decision'],
    },
  });
}

/**
 * What the client has brought back. Only a clear yes is one; undefined when it has brought nothing that could be read, and is to
 * be asked again.
 */
export function toAnswer(
  response: unknown,
  { form }: ApprovalQuestion,
  by: string,
): ApprovalAnswer | undefined {
  const { action, content } = isObject(response) ? response : {};
  if (action === 'decline' || action === 'cancel') return { decision: 'reject_once', by };
  if (action !== 'accept') return undefined;
  const filled = isObject(content) ? content : {};
  if (form !== undefined) {
    const isWhole = compileSchema(form).validate(filled) === undefined;
    return isWhole ? { decision: 'allow_once', by, content: filled as ApprovalAnswer['content'] } : undefined;
  }
  const { decision, note } = filled;
  if (decision === 'allow_once') return { decision, by };
  return { decision: 'reject_once', by, ...(typeof note === 'string' && note !== '' && { note }) };
}
