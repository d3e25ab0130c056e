import type * as NodePty from '@lydell/node-pty';
import type * as Xterm from '@xterm/headless';

/** What a session is made of. */
export interface TerminalParts {
  readonly spawn: typeof NodePty.spawn;
  readonly Screen: typeof Xterm.Terminal;
}

/** Loaded by the first session only. Fails where the system has no pseudo-terminals for us. */
export async function loadParts(): Promise<TerminalParts> {
  const [{ spawn }, screens] = await Promise.all([import('@lydell/node-pty'), import('@xterm/headless')]);
  // CommonJS that hides its names from a module.
  return { spawn, Screen: (screens as unknown as { default: typeof Xterm }).default.Terminal };
}
