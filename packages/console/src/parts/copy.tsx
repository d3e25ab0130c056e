import type { JSX } from 'preact';
import { texts } from '../texts/texts.ts';
import { notify } from '../state/notify.ts';

/** Copies a text. Where the browser does not let the page write to the clipboard, it says so. */
export function Copy({ text, label }: { readonly text: string; readonly label?: string }): JSX.Element {
  const words = texts.value.parts;
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      notify(words.copied);
    } catch {
      notify(words.notCopied);
    }
  };
  return (
    <button type="button" onClick={() => void copy()}>
      {label ?? words.copy}
    </button>
  );
}
