import type { Config } from '../../config/config.ts';
import type { Find, Finding } from './finding.ts';

/** Whether parts of the configuration have no effect because nobody has accepted them here. */
export function examineTrust({ trust: { offer, withheld } }: Config, find: Find): Finding[] {
  if (offer === undefined || withheld.length === 0) return [];
  const entries = withheld.map(({ path }) => path);
  return [find('warning', 'not_accepted', { file: offer.file, entries })];
}
