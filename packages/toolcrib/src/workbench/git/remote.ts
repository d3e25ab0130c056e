import { join } from 'node:path';
import { createError, type Effect, type ToolContext } from '@toolcrib/core';
import type { Bench } from '../bench.ts';
import { failure } from '../failure.ts';
import { findRepository } from './repository.ts';
import { readSmall } from '../repository-of.ts';
import type { GitRun } from './run-git.ts';
import { findDetour } from './safe-git.ts';

const maxConfiguration = 1_000_000;

/** Where a remote leads, to be judged before the call: undefined when that cannot be told, and then `checkRemote` says why. */
export function foreseeHost(repository: string, remote: string, bench: Bench): string | undefined {
  try {
    const { commonDirectory, outside } = findRepository(repository, bench);
    const configuration = join(commonDirectory, 'config');
    // Of a linked work tree it lies outside the project.
    const text =
      outside.length > 0
        ? readSmall(configuration, maxConfiguration)
        : bench.files.glance(configuration, maxConfiguration).content?.toString('utf8');
    return httpsAddress(addressIn(text ?? '', remote))?.host;
  } catch {
    return undefined;
  }
}

/** Where a remote leads as git sees it; refuses what is no https address, and what leads anywhere else. */
export function addressOf(remote: string, { repository, bench }: GitRun): URL {
  const { settings } = repository;
  const url = httpsAddress(settings.findLast(({ name }) => name === `remote.${remote}.url`)?.value);
  if (url === undefined) throw failure('Git', 'remote_not_https', { remote }, bench);
  const detour = findDetour(settings, remote);
  if (detour !== undefined) throw failure('Git', 'remote_detour', { setting: detour.name }, bench);
  return url;
}

/** Looks again when the call runs, and lets nothing go where nobody has judged that it may. */
export async function checkRemote(
  remote: string,
  git: GitRun,
  { callId, agent, effects }: Pick<ToolContext, 'callId' | 'agent' | 'effects'>,
): Promise<void> {
  const url = addressOf(remote, git);
  if (!effects.some((effect: Effect) => effect.kind === 'connect' && effect.host === url.host))
    throw createError('host_not_allowed', { host: url.host });
  await git.bench.network.check(url.hostname, Number(url.port || 443), { callId, agent, tool: 'Git' });
}

function httpsAddress(address: string | undefined): URL | undefined {
  const url = address === undefined ? null : URL.parse(address);
  return url?.protocol === 'https:' ? url : undefined;
}

/** The address of a remote as the text of a configuration file says it. */
function addressIn(configuration: string, remote: string): string | undefined {
  let address: string | undefined;
  let inside = false;
  for (const line of configuration.split('\n')) {
    const [, section, name = ''] = /^\s*\[\s*([\w.-]+)\s*(?:"((?:[^"\\]|\\.)*)")?\s*\]/u.exec(line) ?? [];
    if (section !== undefined)
      inside = section.toLowerCase() === 'remote' && name.replaceAll(/\\(.)/gu, '$1') === remote;
    else if (inside) address = /^\s*url\s*=\s*"?(.*?)"?\s*$/iu.exec(line)?.[1] ?? address;
  }
  return address;
}
