import { followAgents } from './agents.ts';
import { followCalls } from './calls.ts';
import { connection, followEvents } from './events.ts';
import { followQuestions, refreshQuestions } from './questions.ts';
import { followRecording } from './recording.ts';
import { followStatus } from './status.ts';

/** How long a page that nobody looks at keeps its stream, and how often it then asks what waits. */
const patience = 30_000;
const between = 10_000;

/**
 * Follows the service for as long as the page is open with this token. A browser has six connections to a service: pages
 * in the background must not hold them all, or nothing could be answered any more.
 */
export function startLive(): () => void {
  const ends = [followStatus(), followRecording(), followQuestions(), followCalls(), followAgents()];
  let stream: AbortController | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const follow = (): void => {
    if (stream !== undefined) return;
    stream = new AbortController();
    void followEvents(stream.signal);
  };
  const rest = (): void => {
    stream?.abort();
    stream = undefined;
    connection.value = 'connecting';
    refreshQuestions();
    timer = setTimeout(rest, between);
  };
  const look = (): void => {
    clearTimeout(timer);
    if (document.hidden) timer = setTimeout(rest, patience);
    else follow();
  };
  follow();
  look();
  document.addEventListener('visibilitychange', look);
  return () => {
    document.removeEventListener('visibilitychange', look);
    clearTimeout(timer);
    stream?.abort();
    for (const end of ends) end();
  };
}
