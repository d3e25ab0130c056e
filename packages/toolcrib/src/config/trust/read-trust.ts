import type { Locale } from '@toolcrib/core';
import type { Origin } from '../config-reader.ts';
import { readLocated } from '../read-config.ts';
import { applyTrust, applyWithoutFile, type ConfigTrust } from './config-trust.ts';

export interface ReadTrust {
  readonly trust: ConfigTrust;
  readonly locale: Locale;
}

/** How far the configuration of a project is trusted. Nothing of it takes effect by asking. */
export async function readTrust(origin: Omit<Origin, 'allowLists'>): Promise<ReadTrust> {
  const locale = origin.locale ?? origin.systemLocale;
  const found = await readLocated(origin);
  if (found === undefined) return { trust: applyWithoutFile(origin.directory, origin.trust).trust, locale };
  const { trust } = applyTrust(found.document, { ...found, trust: origin.trust });
  return { trust, locale };
}
