import { useEffect, useRef } from 'preact/hooks';
import type { ComponentType, JSX } from 'preact';
import { connection } from '../live/events.ts';
import { startLive } from '../live/live.ts';
import { questions } from '../live/questions.ts';
import { health } from '../live/recording.ts';
import { token } from '../live/token.ts';
import { Access } from '../screens/access/access.tsx';
import { Decide } from '../screens/decide/decide.tsx';
import { History } from '../screens/history/history.tsx';
import { Now } from '../screens/now/now.tsx';
import { Plans } from '../screens/plans/plans.tsx';
import { Servers } from '../screens/servers/servers.tsx';
import { Statistics } from '../screens/statistics/statistics.tsx';
import { Tools } from '../screens/tools/tools.tsx';
import { texts } from '../texts/texts.ts';
import { KeysDialog } from './keys-dialog.tsx';
import { Navigation } from './navigation.tsx';
import { Notices } from './notices.tsx';
import { place, type Screen } from '../state/place.ts';
import { QuestionDialog } from '../screens/now/question-dialog.tsx';
import { SignIn } from './sign-in.tsx';

const screenParts: Readonly<Record<Screen, ComponentType>> = {
  now: Now,
  tools: Tools,
  history: History,
  statistics: Statistics,
  plans: Plans,
  decide: Decide,
  access: Access,
  servers: Servers,
};

export function App(): JSX.Element {
  return token.value === undefined ? <SignIn /> : <Opened key={token.value} />;
}

function Opened(): JSX.Element {
  const { screen } = place.value;
  const main = useRef<HTMLElement>(null);
  const words = texts.value.shell;
  const waiting = questions.value.length;
  useEffect(() => startLive(), []);
  useEffect(() => {
    document.title = `${waiting > 0 ? `(${waiting}) ` : ''}${words.screens[screen]} · Toolcrib`;
  }, [screen, words, waiting]);
  // Whoever goes to a screen by keys goes on there, and hears where they are.
  useEffect(() => main.current?.focus({ preventScroll: true }), [screen]);
  const Part = screenParts[screen];
  return (
    <div class="shell">
      <Navigation />
      <main ref={main} tabIndex={-1} aria-label={words.screens[screen]}>
        {connection.value === 'lost' && (
          <p class="banner" role="status">
            {words.lost}
          </p>
        )}
        {health.value?.status === 'degraded' && (
          <p class="banner" role="status">
            {words.notRecorded(health.value.unrecorded)}
          </p>
        )}
        <Part key={screen} />
      </main>
      <QuestionDialog />
      <KeysDialog />
      <Notices />
    </div>
  );
}
