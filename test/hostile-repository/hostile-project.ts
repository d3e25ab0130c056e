import type { Call } from './calls.ts';
import type { EffectKind } from './testbed/effects.ts';
import type { Testbed } from './testbed/testbed.ts';

/** A project as somebody could clone or download it, made to do harm when it is opened. */
export interface HostileProject {
  readonly name: string;
  /** What it brings along. */
  readonly about: string;
  build(testbed: Testbed): void | Promise<void>;
  /** Calls that this project waits for, made besides the common ones. @default none */
  readonly calls?: readonly Call[];
  /** Command lines that this project waits for, run besides the common ones. @default none */
  readonly commands?: readonly (readonly string[])[];
  /** Command lines whose results go to a terminal, which they must not steer. @default none */
  readonly atTerminal?: readonly (readonly string[])[];
  /** Its calls run programs of the project, which the sandbox has to contain. @default false */
  readonly mayRunInSandbox?: boolean;
  /**
   * Where only checks hold, a program of the system (git, ripgrep) reads a private file as its own settings, and shows nothing of
   * it. @default false
   */
  readonly mayBeReadUncontained?: boolean;
  /** Shows that the attack works where nothing stands in its way. */
  readonly control: Control;
}

interface Control {
  readonly effect: EffectKind;
  run(testbed: Testbed): Promise<unknown>;
}

/** The effect of a line of bash, as its user could type it. */
export function byShell(effect: EffectKind, line: string, limit?: number): Control {
  return { effect, run: (testbed) => testbed.shell(line, limit === undefined ? {} : { limit }) };
}

/** The effect on a program that does without our precautions. */
export function byNaiveProgram(effect: EffectKind, code: string, limit?: number): Control {
  return {
    effect,
    run: (testbed) =>
      testbed.run(
        process.execPath,
        ['--max-old-space-size=100', '--input-type=commonjs', '--eval', code],
        limit === undefined ? {} : { limit },
      ),
  };
}

/** The effect of commands after a person has trusted the configuration. */
export function whenTrusted(effect: EffectKind, ...commands: readonly (readonly string[])[]): Control {
  return {
    effect,
    async run(testbed) {
      for (const given of [['trust', '--yes'], ...commands]) await testbed.toolcrib(given);
    },
  };
}
