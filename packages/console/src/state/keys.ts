import { useEffect } from 'preact/hooks';
import { signal } from '@preact/signals';
import { go, screens, type Screen } from './place.ts';

/** What single keys do where somebody is. Each screen adds its own and takes them away when it goes. */
export type Keys = Readonly<Record<string, () => void>>;

export const keysShown = signal(false);

const layers: Keys[] = [];
/** True after `g`, until the next key. */
let going = false;

/** The keys of a part, for as long as it is shown. What came last is asked first. */
export function useKeys(keys: Keys): void {
  useEffect(() => {
    layers.push(keys);
    return () => void layers.splice(layers.indexOf(keys), 1);
  });
}

export function listenToKeys(): void {
  addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isModalOpen()) return;
    if (isTyping(event.target)) {
      if (event.key === 'Escape') (event.target as HTMLElement).blur();
      return;
    }
    if (act(event.key)) event.preventDefault();
  });
}

function act(key: string): boolean {
  if (going) {
    going = false;
    const screen = (Object.keys(screens) as Screen[]).find((name) => screens[name] === key);
    if (screen !== undefined) go({ screen });
    return screen !== undefined;
  }
  switch (key) {
    case 'g':
      going = true;
      return true;
    case '?':
      keysShown.value = true;
      return true;
    case '/':
      return focusSearch();
    default: {
      const keys = layers.findLast((layer) => Object.hasOwn(layer, key));
      keys?.[key]?.();
      return keys !== undefined;
    }
  }
}

function focusSearch(): boolean {
  const search = document.querySelector<HTMLInputElement>('main input[type=search]');
  search?.focus();
  search?.select();
  return search !== null;
}

function isModalOpen(): boolean {
  return document.querySelector('dialog:modal') !== null;
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.matches('textarea, select, input:not([type=checkbox], [type=radio], [type=button])')
  );
}
