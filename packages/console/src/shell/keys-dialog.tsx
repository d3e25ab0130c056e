import type { JSX } from 'preact';
import { Modal } from '../parts/modal.tsx';
import { texts } from '../texts/texts.ts';
import { keysShown } from '../state/keys.ts';
import { screens, type Screen } from '../state/place.ts';

/** What `?` shows. */
export function KeysDialog(): JSX.Element | null {
  if (!keysShown.value) return null;
  const words = texts.value.shell;
  const close = (): void => {
    keysShown.value = false;
  };
  return (
    <Modal label={words.keys} onClose={close}>
      <header>
        <h2 tabIndex={-1}>{words.keys}</h2>
      </header>
      <div class="body">
        <dl class="keys">
          {(Object.keys(screens) as Screen[]).map((screen) => [
            <dt>
              <kbd>g</kbd> <kbd>{screens[screen]}</kbd>
            </dt>,
            <dd>{words.screens[screen]}</dd>,
          ])}
          {Object.entries(words.keyNames).map(([key, meaning]) => [
            <dt>
              <kbd>{key}</kbd>
            </dt>,
            <dd>{meaning}</dd>,
          ])}
        </dl>
      </div>
      <footer>
        <button type="button" onClick={close}>
          {words.close}
        </button>
      </footer>
    </Modal>
  );
}
