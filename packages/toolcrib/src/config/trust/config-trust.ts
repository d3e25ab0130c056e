import { join } from 'node:path';
import { configFileNames } from '../config-file-names.ts';
import { toText } from '../config-place.ts';
import type { ConfigPlace } from '../config-place.ts';
import type { LocatedDocument } from '../locate.ts';
import { abilitiesOf, secretsIn, type Ability } from './abilities.ts';
import type { HostSettings } from './host-settings.ts';
import { restrict } from './restrict.ts';
import type { Change, Difference } from './setting.ts';
import { textDigest } from './text-digest.ts';
import { identityOf, TrustRecords, type TrustRecord } from './trust-records.ts';

/**
 * Whose word counts for a configuration. `stored`: what a person has accepted with `toolcrib trust`. `always`: the
 * embedding application vouches for it. `never`: it may only restrict.
 */
export type TrustMode = 'stored' | 'always' | 'never';

export interface TrustSource {
  readonly mode: TrustMode;
  /** Where acceptances are kept; outside every project. */
  readonly folder: string;
  /** What the embedding application has set. @default nothing */
  readonly host?: HostSettings;
}

export interface ConfigTrust {
  /** `untrusted`: nothing was accepted. `changed`: something else was. Both run restricted. */
  readonly state: 'no_configuration' | 'trusted' | 'untrusted' | 'changed';
  /** The entries that have no effect until they are accepted. */
  readonly withheld: readonly WithheldEntry[];
  /** What `toolcrib trust` accepts. */
  readonly offer: TrustOffer | undefined;
}

/** A part of a configuration that nobody on this machine has accepted. */
export interface WithheldEntry extends ConfigPlace {
  readonly change: Change;
  readonly abilities: readonly Ability[];
  /** The variables of the environment that it takes in. */
  readonly secrets: readonly string[];
  readonly current: unknown;
  readonly accepted: unknown;
}

/** What a file says just now. */
interface TrustOffer extends Pick<TrustRecord, 'file' | 'digest' | 'document'> {}

const noConfiguration: ConfigTrust = { state: 'no_configuration', withheld: [], offer: undefined };

interface ReadText {
  readonly file: string;
  readonly text: string;
}

/** Gives the part of a configuration that may take effect, and what stands outside of it. */
export function applyTrust(
  document: LocatedDocument,
  { file, text, trust: { mode, folder, host } }: ReadText & { readonly trust: TrustSource },
): { readonly document: LocatedDocument; readonly trust: ConfigTrust } {
  const identity = identityOf(file);
  const digest = textDigest(text);
  const offer = {
    file: identity,
    digest,
    document: structuredClone(document.value) as TrustRecord['document'],
  };
  if (mode === 'always') return { document, trust: { state: 'trusted', withheld: [], offer } };
  const record = mode === 'never' ? undefined : new TrustRecords(folder).read(identity);
  const restricted = restrict(document, record?.document, host);
  const withheld = restricted.withheld.map((difference) => toEntry(difference, file, document));
  const isRestricted = withheld.length > 0;
  const state = isRestricted ? (record === undefined ? 'untrusted' : 'changed') : 'trusted';
  return { document: restricted.document, trust: { state, withheld, offer } };
}

/** What holds although the file is gone: the restrictions that were accepted with it. */
export function applyWithoutFile(
  directory: string,
  trust: TrustSource,
): { readonly document: LocatedDocument; readonly trust: ConfigTrust } {
  const document: LocatedDocument = { value: {}, placeOf: () => ({ line: 1, column: 1 }) };
  const file = join(directory, configFileNames[0]);
  const wasAccepted =
    trust.mode === 'stored' && new TrustRecords(trust.folder).read(identityOf(file)) !== undefined;
  const applied = wasAccepted ? applyTrust(document, { file, text: '{}', trust }) : undefined;
  return applied === undefined || applied.trust.withheld.length === 0
    ? { document, trust: noConfiguration }
    : applied;
}

function toEntry(difference: Difference, file: string, document: LocatedDocument): WithheldEntry {
  const { path, change, current, accepted } = difference;
  return {
    file,
    ...document.placeOf(path),
    path: toText(path),
    change,
    abilities: abilitiesOf(difference),
    secrets: secretsIn(current),
    current,
    accepted,
  };
}
