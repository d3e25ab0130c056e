import { request as sendRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { pipeline } from 'node:stream';
import type { Locale } from '@toolcrib/core';
import { dial, unanswered } from './dial.ts';
import { endToEnd, hostHeader } from './headers.ts';
import type { NetworkGuard } from './network-guard.ts';
import { notUnderstood, toProxyAnswer, type ProxyAnswer } from './proxy-answer.ts';
import { requestTarget } from './proxy-target.ts';

interface ForwardOptions {
  readonly guard: NetworkGuard;
  readonly locale: Locale;
}

/** Passes one request on, after it was checked, and its answer back. */
export async function forward(
  request: IncomingMessage,
  response: ServerResponse,
  { guard, locale }: ForwardOptions,
): Promise<void> {
  const target = requestTarget(request);
  const framing = framingOf(request);
  if (target === undefined || framing === undefined) {
    answerSelf(response, notUnderstood(locale));
    return;
  }
  const fail = (error: unknown): void => {
    if (response.headersSent) response.destroy();
    else answerSelf(response, toProxyAnswer(error, target.host, locale));
  };
  try {
    const checked = await guard.check(target.host, target.port);
    const connection = await dial(checked);
    const host = hostHeader(checked, target.port === 80 ? '' : String(target.port));
    const headers = endToEnd(request.rawHeaders).filter(([name]) => !ours.test(name));
    headers.push(['host', host], ['connection', 'close'], ...framing);
    exchange(request, response, { connection, path: target.path, headers, fail });
  } catch (error) {
    fail(error);
  }
}

const ours = /^(?:host|content-length|expect)$/iu;

/** How the body is delimited on the way on. Undefined for codings that two readers may understand differently. */
function framingOf({ headers, method = '' }: IncomingMessage): [name: string, value: string][] | undefined {
  const coding = headers['transfer-encoding'];
  if (coding !== undefined)
    return /^chunked$/iu.test(coding) ? [['transfer-encoding', 'chunked']] : undefined;
  const length = headers['content-length'] ?? (/^(?:POST|PUT|PATCH)$/u.test(method) ? '0' : undefined);
  return length === undefined ? [] : [['content-length', length]];
}

interface Exchange {
  readonly connection: Socket;
  readonly path: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly fail: (error: unknown) => void;
}

function exchange(
  request: IncomingMessage,
  response: ServerResponse,
  { connection, path, headers, fail }: Exchange,
): void {
  if (response.destroyed) {
    connection.destroy();
    return;
  }
  const onward = sendRequest({
    createConnection: () => connection,
    method: request.method,
    path,
    headers: headers.flat(),
    insecureHTTPParser: false,
  });
  onward.on('error', fail);
  // Node says nothing more when the other side changes the protocol unasked.
  onward.once('close', () => {
    if (!response.headersSent) fail(unanswered());
  });
  onward.once('response', (answer) => {
    response.sendDate = false;
    response.writeHead(answer.statusCode ?? 502, answer.statusMessage, endToEnd(answer.rawHeaders).flat());
    pipeline(answer, response, () => undefined);
  });
  response.once('close', () => onward.destroy());
  request.pipe(onward);
}

function answerSelf(response: ServerResponse, { status, sentence }: ProxyAnswer): void {
  // What is left of the request is not read: the connection cannot be used again.
  response
    .writeHead(status, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' })
    .end(`${sentence}\n`);
}
