import type { Connection } from './listen.ts';
import { Problem } from './problem.ts';

/** How long a request may go on. */
export interface RequestLife {
  /** Aborted when the client is gone, the time is over, or the token is no longer valid. */
  readonly signal: AbortSignal;
  /** Rejects a little after the signal: what hears the signal may still say how it ended. */
  readonly over: Promise<never>;
  /** Ends the request now. An answer that is being sent is cut off, so that nobody takes it for whole. */
  end(problem: Problem): void;
  /** The answer ends by itself soon after the signal, also when it has begun: it is not cut off at once. */
  endsByItself(): void;
  /** The answer is a stream: it ends by itself, and has no deadline. */
  becomeStream(): void;
}

/** Milliseconds in which what was told to stop may answer. */
const grace = { deadline: 1000, token: 300 };

/** Follows a request until its answer has been sent: also an answer that is sent slowly ends in time. */
export function followRequest(
  asked: AbortSignal,
  { connection, deadline }: { readonly connection: Connection; readonly deadline: number },
): RequestLife {
  const controller = new AbortController();
  const { promise, reject } = Promise.withResolvers<never>();
  promise.catch(() => undefined);
  const stop = (): void => controller.abort(asked.reason);
  // One listener: `AbortSignal.any` takes longer than everything else here.
  if (asked.aborted) stop();
  else asked.addEventListener('abort', stop, { once: true });
  let last: NodeJS.Timeout | undefined;
  let endsByItself = false;
  const endWith = (problem: Problem, wait: number): void => {
    clearTimeout(timer);
    clearTimeout(last);
    controller.abort(problem);
    if (connection.hasBegun() && !endsByItself) return connection.cut();
    last = setTimeout(() => {
      reject(problem);
      if (connection.hasBegun()) connection.cut();
      // Whoever has not answered by then never will.
      else last = setTimeout(() => connection.cut(), grace.deadline);
    }, wait);
  };
  const timer = setTimeout(
    () => endWith(new Problem('deadline_passed', { seconds: deadline / 1000 }), grace.deadline),
    deadline,
  );
  connection.onEnd(() => {
    if (!connection.isComplete()) stop();
    // A `Request` that was made of this one keeps the signal, and the signal would keep everything of the request.
    asked.removeEventListener('abort', stop);
    clearTimeout(timer);
    clearTimeout(last);
  });
  return {
    signal: controller.signal,
    over: promise,
    end: (problem) => endWith(problem, grace.token),
    endsByItself: () => void (endsByItself = true),
    becomeStream() {
      endsByItself = true;
      clearTimeout(timer);
    },
  };
}
