/** Says that the connection was lost, in the place of the answer that will not come. */
const lostMark = 'toolcrib: connection lost';

/**
 * The library waits for ever when a stream of events ends before the answer has come. So an answer is put at its end: that it
 * was lost. Where one has come already, nobody hears this one. A stream that can be taken up again (its events have ids) is
 * left to the library, which does that.
 */
export function withLostAnswer(response: Response, request: string): Response {
  const id = isEvents(response) ? requestIdOf(request) : undefined;
  if (id === undefined || response.body === null) return response;
  const reader = response.body.getReader() as ReadableStreamDefaultReader<Uint8Array>;
  const decoder = new TextDecoder();
  let resumable = false;
  const end = (controller: ReadableStreamDefaultController<Uint8Array>): void => {
    const lost = { jsonrpc: '2.0', id, error: { code: -32000, message: lostMark } };
    controller.enqueue(new TextEncoder().encode(`\n\nevent: message\ndata: ${JSON.stringify(lost)}\n\n`));
    controller.close();
  };
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (value !== undefined) {
          resumable ||= /^id:/mu.test(decoder.decode(value, { stream: true }));
          controller.enqueue(value);
        } else if (done) {
          if (resumable) controller.close();
          else end(controller);
        }
      } catch (error) {
        if (resumable) controller.error(error);
        else end(controller);
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
  return new Response(body, { status: response.status, headers: response.headers });
}

export function isLostAnswer(error: unknown): boolean {
  return error instanceof Error && error.message.includes(lostMark);
}

function isEvents({ headers }: Response): boolean {
  return headers.get('content-type')?.toLowerCase().startsWith('text/event-stream') ?? false;
}

/** Undefined for what nobody answers. */
function requestIdOf(request: string): string | number | undefined {
  const { id, method } = JSON.parse(request) as { readonly id?: string | number; readonly method?: string };
  // What listens for changes has no answer to wait for.
  return method === undefined || method === 'subscriptions/listen' ? undefined : id;
}
