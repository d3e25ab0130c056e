import { useState } from 'preact/hooks';
import type { JSX } from 'preact';
import { keepToken, tokenRefused } from '../live/token.ts';
import { texts } from '../texts/texts.ts';

/** Without a token there is nothing to see but how to get one. */
export function SignIn(): JSX.Element {
  const [typed, setTyped] = useState('');
  const words = texts.value.signIn;
  return (
    <main class="sign-in stack">
      <h1>Toolcrib</h1>
      {tokenRefused.value && (
        <p class="note bad" role="alert">
          {words.refused}
        </p>
      )}
      <p>{words.how}</p>
      <pre>toolcrib token create --name console</pre>
      <p>{words.orLink}</p>
      <form
        class="bar"
        onSubmit={(event) => {
          event.preventDefault();
          if (typed.trim() !== '') keepToken(tokenIn(typed));
        }}
      >
        <label class="field wide">
          <span>{words.token}</span>
          <input
            type="password"
            autoComplete="off"
            value={typed}
            onInput={({ currentTarget }) => setTyped(currentTarget.value)}
          />
        </label>
        <button type="submit" class="main">
          {words.open}
        </button>
      </form>
    </main>
  );
}

/** Somebody may paste the whole link. */
function tokenIn(typed: string): string {
  const text = typed.trim();
  return /#token=([^&\s]+)/u.exec(text)?.[1] ?? text;
}
