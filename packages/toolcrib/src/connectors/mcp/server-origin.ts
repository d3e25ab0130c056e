import { isSecretName, type JsonValue } from '@toolcrib/core';
import { isPlainHeader } from './server-secrets.ts';
import { isObject } from '../json-object.ts';

/** What stands in the place of a secret. */
const hidden = '***';

type Written = { readonly [key: string]: unknown };

/**
 * How a server is reached, as it is written: variables by their names, secrets hidden. What stands here is what a person
 * accepts, so everything that decides what is started or reached stands here.
 */
export function serverOrigin(written: Written): { readonly [name: string]: JsonValue } {
  const { command, args, env, cwd, url, headers, oauth } = written;
  return {
    ...(command !== undefined && { command: command as JsonValue }),
    ...(Array.isArray(args) && { args: args.map((arg, at) => shownArgument(arg, args[at - 1])) }),
    ...(isObject(env) && { env: shown(env, isSecretName) }),
    ...(cwd !== undefined && { cwd: cwd as JsonValue }),
    ...(typeof url === 'string' && { url: shownAddress(url) }),
    ...(isObject(oauth) && { oauth: shown(oauth, (name) => name === 'clientSecret') }),
    ...(isObject(headers) && { headers: shown(headers, (name) => !isPlainHeader(name)) }),
  };
}

function shown(values: Written, isSecret: (name: string) => boolean): { readonly [name: string]: JsonValue } {
  const entries = Object.entries(values).map(([name, value]) => [name, isSecret(name) ? hide(value) : value]);
  return Object.fromEntries(entries) as { readonly [name: string]: JsonValue };
}

/** A reference to a variable tells nothing. */
function hide(value: unknown): unknown {
  return typeof value === 'string' && value.includes('${') ? value : hidden;
}

/** What follows `--token`, or stands behind its `=`. */
function shownArgument(argument: unknown, before: unknown): JsonValue {
  if (typeof argument !== 'string') return argument as JsonValue;
  const [, name, value] = /^--?([\w-]+)=(.*)$/su.exec(argument) ?? [];
  if (name !== undefined) return isSecretName(name) ? `--${name}=${String(hide(value))}` : argument;
  const flag = typeof before === 'string' ? /^--?([\w-]+)$/u.exec(before)?.[1] : undefined;
  const isValue = !argument.startsWith('-');
  return flag !== undefined && isValue && isSecretName(flag) ? String(hide(argument)) : argument;
}

/** Without a password, and without what an address carries under the name of a secret. */
function shownAddress(url: string): string {
  return url
    .replace(/^(\w+:\/\/)[^/@?#]*@/u, `$1${hidden}@`)
    .replaceAll(/([?&])([^=&#]+)=([^&#]*)/gu, (whole, mark: string, name: string, value: string) =>
      isSecretName(name) ? `${mark}${name}=${String(hide(value))}` : whole,
    );
}
