import { signal } from '@preact/signals';

const name = 'toolcrib-token';

/** What opens the service. In this tab only: closing it forgets it. */
export const token = signal<string | undefined>(undefined);

/** True after the service did not accept a token that was there. */
export const tokenRefused = signal(false);

/** Takes the token out of the address before anybody can copy, bookmark or log it. */
export function takeToken(): void {
  const given = /^#token=([^&]+)$/u.exec(location.hash)?.[1];
  if (given !== undefined) {
    history.replaceState(null, '', `${location.pathname}#/now`);
    keepToken(decodeURIComponent(given));
  } else {
    token.value = sessionStorage.getItem(name) ?? undefined;
  }
}

export function keepToken(given: string): void {
  sessionStorage.setItem(name, given);
  tokenRefused.value = false;
  token.value = given;
}

export function forgetToken(refused: boolean): void {
  sessionStorage.removeItem(name);
  tokenRefused.value = refused;
  token.value = undefined;
}
