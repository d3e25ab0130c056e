import { existsSync, realpathSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { visible } from '@toolcrib/core';
import { configFileNames } from '../../config/config-file-names.ts';
import { documentLimits } from '../../config/document-limits.ts';
import { isDirectory } from '../../config/read-config.ts';
import type { WithheldEntry } from '../../config/trust/config-trust.ts';
import { readTrust, type ReadTrust } from '../../config/trust/read-trust.ts';
import { textDigest } from '../../config/trust/text-digest.ts';
import { identityOf, TrustRecords, type TrustRecord } from '../../config/trust/trust-records.ts';
import { readTextFile } from '../../files/read-regular-file.ts';
import { withLock } from '../../files/with-lock.ts';
import { trustFolderOf } from '../../state-folder.ts';
import { UsageError } from '../command-line.ts';
import { exitCodes } from '../exit-codes.ts';
import type { Session } from '../session.ts';
import { showWithheld } from '../show-trust.ts';
import { toTable } from '../table.ts';
import { timeOf } from '../time-of.ts';
import { trustCommandTexts } from '../trust-texts.ts';

/** `trust`: shows what a configuration asks for and accepts it; `--list` and `--revoke` manage what was accepted. */
export async function trust(session: Session): Promise<number> {
  const { line, languages } = session;
  const directory = resolve(line.options.project ?? '.');
  const folder = trustFolderOf({
    project: directory,
    environment: process.env,
    locale: languages.chosen ?? languages.system,
  });
  const records = new TrustRecords(folder);
  const keep: Keep = (accepted, before) => withLock(folder, () => write(records, accepted, before));
  if (line.options.list) return list(session, records);
  const [named] = line.operands;
  const { config } = line.options;
  if (line.options.revoke) {
    const revoked = resolve(directory, named ?? config ?? '.');
    return withLock(folder, () => revoke(session, records, revoked));
  }
  if (named !== undefined) throw new UsageError(session.texts.tooManyArguments('trust', named));
  // The file and what was accepted of it, as they stand at one moment.
  const { read, before } = await withLock(folder, async () => {
    const found = await readTrust({
      file: config,
      directory,
      environment: process.env,
      locale: languages.chosen,
      systemLocale: languages.system,
      trust: { mode: 'stored', folder },
    });
    const { offer } = found.trust;
    return { read: found, before: offer && records.read(offer.file) };
  });
  languages.settled = read.locale;
  return accept(session, read, { before, keep });
}

interface Keeping {
  readonly before: TrustRecord | undefined;
  readonly keep: Keep;
}

/** Keeps what was shown. False when another command has accepted something else meanwhile. */
type Keep = (offer: Offer, before: TrustRecord | undefined) => Promise<boolean>;
type Offer = NonNullable<ReadTrust['trust']['offer']>;

function write(records: TrustRecords, offer: Offer, before: TrustRecord | undefined): boolean {
  const now = records.read(offer.file)?.document;
  if (!isDeepStrictEqual(now, before?.document) && !isDeepStrictEqual(now, offer.document)) return false;
  records.write({ ...offer, acceptedAt: Date.now() });
  return true;
}

async function accept(
  session: Session,
  { trust: found }: ReadTrust,
  { before, keep }: Keeping,
): Promise<number> {
  const { terminal, json, line, signal } = session;
  const locale = localeOf(session);
  const words = trustCommandTexts(locale);
  const { offer, withheld } = found;
  if (offer === undefined) return end(session, { state: found.state }, words.noConfiguration);
  const report = {
    state: found.state,
    file: offer.file,
    digest: offer.digest,
    withheld: withheld.map(toWire),
  };
  if (withheld.length === 0) {
    // What it restricts is remembered, too: taking that away later is a change.
    const isKept = await keep(offer, before);
    if (!isKept) return endChanged(session, report, offer);
    return end(session, { ...report, accepted: true }, words.nothingToAccept(offer.file));
  }
  terminal.tell(
    visible(
      before === undefined
        ? words.asksFor(offer.file)
        : words.changedSince(offer.file, timeOf(before.acceptedAt)),
    ),
  );
  terminal.tell(`\n${showWithheld(withheld, locale)}\n`);
  if (!line.options.yes && !terminal.interactive) {
    terminal.tell(before === undefined ? words.restrictedRun : words.unchangedRun);
    return end(session, { ...report, accepted: false }, words.needsYes, exitCodes.config);
  }
  const isAccepted =
    line.options.yes === true ||
    (await isYes(session, words.accept(withheld.length, dirname(offer.file)), signal));
  if (!isAccepted) return end(session, { ...report, accepted: false }, words.notAccepted, exitCodes.config);
  // What was shown, not what the file may say by now.
  if (!(await keep(offer, before))) return endChanged(session, report, offer);
  const hasSources = ['mcpServers', 'openapi', 'plugins'].some((section) =>
    Object.hasOwn(offer.document, section),
  );
  if (hasSources && !json) terminal.tell(words.sourcesNext);
  return end(session, { ...report, accepted: true }, words.accepted(offer.file));
}

function endChanged(session: Session, report: object, { file }: Offer): Promise<number> {
  const words = trustCommandTexts(localeOf(session));
  return end(session, { ...report, accepted: false }, words.changedMeanwhile(file), exitCodes.failed);
}

async function isYes({ terminal }: Session, question: string, signal: AbortSignal): Promise<boolean> {
  return /^(?:y|yes|是)$/iu.test((await terminal.ask(visible(question), signal)).trim());
}

/** Of a folder its configuration, also when that is gone or cannot be read. */
async function revoke(session: Session, records: TrustRecords, named: string): Promise<number> {
  const words = trustCommandTexts(localeOf(session));
  const file = isDirectory(named) ? join(realpathSync(named), configFileNames[0]) : named;
  const revoked = records.remove(existsSync(dirname(file)) ? identityOf(file) : file);
  const code = revoked ? exitCodes.success : exitCodes.failed;
  return end(
    session,
    { file: named, revoked },
    revoked ? words.revoked(named) : words.notTrusted(named),
    code,
  );
}

async function list(session: Session, records: TrustRecords): Promise<number> {
  const { terminal, json } = session;
  const words = trustCommandTexts(localeOf(session));
  const found = records.list().map((record) => ({ record, state: stateOf(record) }));
  if (json) {
    const rows = found.map(({ record: { file, digest, acceptedAt }, state }) => ({
      file,
      digest,
      accepted_at: new Date(acceptedAt).toISOString(),
      state,
    }));
    await terminal.writeJson(JSON.stringify(rows, null, 2));
    return exitCodes.success;
  }
  if (found.length === 0) terminal.tell(words.none);
  const rows = found.map(({ record, state }) => [
    record.file,
    timeOf(record.acceptedAt),
    words.states[state],
  ]);
  const { file, since, state } = words.columns;
  if (rows.length > 0) for (const row of toTable([[file, since, state], ...rows])) await terminal.write(row);
  return exitCodes.success;
}

function stateOf({ file, digest }: TrustRecord): 'same' | 'changed' | 'gone' {
  try {
    const now = textDigest(readTextFile(file, { maxBytes: documentLimits.bytes }));
    return now === digest ? 'same' : 'changed';
  } catch {
    return 'gone';
  }
}

async function end(
  session: Session,
  report: object,
  sentence: string,
  code: number = exitCodes.success,
): Promise<number> {
  const { terminal, json } = session;
  if (json) await terminal.writeJson(JSON.stringify(report, null, 2));
  else terminal.tell(visible(sentence));
  return code;
}

function toWire({ path, line, change, abilities, secrets, current, accepted }: WithheldEntry): object {
  return { path, line, change, abilities, secrets, current: current ?? null, accepted: accepted ?? null };
}

function localeOf({ languages }: Session): 'en' | 'zh-CN' {
  return languages.settled ?? languages.chosen ?? languages.system;
}
