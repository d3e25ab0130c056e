import { useEffect, useRef } from 'preact/hooks';
import { onEvent, type ServiceEvent } from './events.ts';

/** Many events at once are one sign. */
const settling = 100;
/** What happens in another process is told late or not at all. */
const between = 2000;

/** Asks again when an event concerns what is shown and, while it runs, every now and then. */
export function useFollowing(
  { again, isAsking }: { readonly again: () => void; readonly isAsking?: () => boolean },
  { runs, concerns }: { readonly runs: boolean; readonly concerns: (event: ServiceEvent) => boolean },
): void {
  const matters = useRef(concerns);
  matters.current = concerns;
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const latest = (): void => {
      timer = undefined;
      // An answer that is on its way is waited for; it may be older than the sign.
      if (isAsking?.() === true) soon();
      else again();
    };
    const soon = (): void => {
      timer ??= setTimeout(latest, settling);
    };
    const end = onEvent((event) => matters.current(event) && soon());
    const pulse = runs ? setInterval(() => document.hidden || soon(), between) : undefined;
    return () => {
      end();
      clearTimeout(timer);
      clearInterval(pulse);
    };
  }, [runs]);
}
