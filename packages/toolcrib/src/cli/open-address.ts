import { spawn } from 'node:child_process';

/**
 * Opens an address of the web in the person's browser, if there is one. The address comes from a server: it is given to no
 * shell, and is nothing but an address of the web.
 */
export function openAddress(address: URL): void {
  if (!/^https?:$/u.test(address.protocol)) return;
  const [program, ...given] = openers[process.platform] ?? ['xdg-open'];
  const child = spawn(program, [...given, address.href], { stdio: 'ignore', detached: true });
  // The address was told as well.
  child.on('error', () => undefined);
  child.unref();
}

const openers: { readonly [platform: string]: readonly [string, ...string[]] } = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};
