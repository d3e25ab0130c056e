import { followCalls } from './calls.ts';
import { followEvents } from './events.ts';
import { followQuestions } from './questions.ts';

/** Follows the service for as long as the page is open with this token. */
export function startLive(): () => void {
  const controller = new AbortController();
  const ends = [followCalls(), followQuestions()];
  void followEvents(controller.signal);
  return () => {
    controller.abort();
    for (const end of ends) end();
  };
}
