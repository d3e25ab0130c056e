/** A `fetch` that answers with these bodies, one after the other, and keeps the JSON that an SDK really sent. */
export function capturedFetch(...answers: readonly unknown[]): { fetch: typeof fetch; sent: unknown[] } {
  const sent: unknown[] = [];
  const fetch = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init);
    sent.push(JSON.parse(await request.text()));
    return Response.json(answers[sent.length - 1]);
  };
  return { fetch, sent };
}
