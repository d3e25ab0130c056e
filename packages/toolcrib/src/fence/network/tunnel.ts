import { STATUS_CODES, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Locale } from '@toolcrib/core';
import { dial } from './dial.ts';
import type { NetworkGuard } from './network-guard.ts';
import { notUnderstood, toProxyAnswer, type ProxyAnswer } from './proxy-answer.ts';
import { tunnelTarget } from './proxy-target.ts';

interface TunnelOptions {
  /** What the client has sent already behind its request. */
  readonly head: Buffer;
  readonly guard: NetworkGuard;
  readonly locale: Locale;
  /** Milliseconds. */
  readonly idleTimeout: number;
}

/**
 * Connects a client with the host that it asked for, after it was checked. What goes through is not looked at: a host
 * that serves others under its own address can be asked for those.
 */
export async function tunnel(
  request: IncomingMessage,
  client: Duplex,
  { head, guard, locale, idleTimeout }: TunnelOptions,
): Promise<void> {
  client.on('error', () => client.destroy());
  const target = tunnelTarget(request);
  if (target === undefined) {
    answerSelf(client, notUnderstood(locale));
    return;
  }
  try {
    const onward = await dial(await guard.check(target.host, target.port), { halfOpen: true });
    client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
    onward.write(head);
    join(client, onward, idleTimeout);
  } catch (error) {
    answerSelf(client, toProxyAnswer(error, target.host, locale));
  }
}

/** Each end may stop sending while the other goes on; one that breaks breaks the other. */
function join(client: Duplex, onward: Socket, idleTimeout: number): void {
  onward.on('error', () => client.destroy());
  onward.once('close', () => {
    if (!onward.readableEnded) client.destroy();
  });
  client.once('close', () => onward.destroy());
  onward.setTimeout(idleTimeout, () => onward.destroy());
  if (client.destroyed) onward.destroy();
  client.pipe(onward);
  onward.pipe(client);
}

function answerSelf(client: Duplex, { status, sentence }: ProxyAnswer): void {
  const body = Buffer.from(`${sentence}\n`);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: text/plain; charset=utf-8',
    `Content-Length: ${body.length}`,
    'Connection: close',
  ];
  client.write(`${head.join('\r\n')}\r\n\r\n`);
  client.end(body);
}
