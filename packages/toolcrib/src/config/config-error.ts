import type { ConfigPlace, ConfigProblem } from './config-place.ts';

/** Why nothing of a configuration is used. */
type ConfigErrorCode =
  | 'file_missing'
  | 'project_missing'
  | 'agent_has_tools'
  | 'leads_outside'
  | 'not_readable'
  | 'not_utf8'
  | 'syntax'
  | 'too_large'
  | 'not_an_object'
  | 'misspelt_key'
  | 'no_state_folder'
  | 'state_in_project'
  | 'state_not_private'
  | 'state_visible'
  | 'state_not_writable';

/** A problem of a whole file has no line. */
type Failure = Pick<ConfigProblem, 'file' | 'message' | 'remedy'> &
  Partial<ConfigPlace> & { readonly code: ConfigErrorCode };

/** Nothing of a configuration is used: it cannot be read, or it might have closed something that would stay open. */
export class ConfigError extends Error {
  readonly code: ConfigErrorCode;
  readonly file: string;
  readonly problem: ConfigProblem;

  constructor({ code, file, line, column = 1, path = '', message, remedy }: Failure) {
    const where = line === undefined ? `${file}:` : `${file}:${line}:${column}`;
    super([where, ...(path === '' ? [] : [`${path}:`]), message, remedy].join(' '));
    this.name = 'ConfigError';
    this.code = code;
    this.file = file;
    this.problem = { file, line: line ?? 1, column, path, code, message, remedy };
  }
}
