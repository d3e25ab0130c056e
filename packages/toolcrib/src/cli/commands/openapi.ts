import { dirname, join, relative, resolve } from 'node:path';
import { visible, type JsonValue } from '@toolcrib/core';
import { editTrusted } from '../../config/trust/edit-trusted.ts';
import { createOpenApiConnector, type Survey } from '../../connectors/openapi/openapi-connector.ts';
import type { OpenApiDefinition } from '../../connectors/openapi/openapi-definition.ts';
import { openApiTexts } from '../../connectors/openapi/texts.ts';
import { SourceError } from '../../connectors/source-error.ts';
import { UsageError } from '../command-line.ts';
import { exitCodes } from '../exit-codes.ts';
import { openApiCommandTexts, type OpenApiCommandTexts } from '../openapi-texts.ts';
import type { Command, OpenedSession, Session } from '../session.ts';
import { showReview } from '../show-review.ts';
import { toTable } from '../table.ts';
import { withVerbs, type Verb } from '../verbs.ts';
import { whileWaiting } from '../while-waiting.ts';

/** `openapi list|add|remove|show`: APIs whose documents become tools. */
export const openapi: Command = withVerbs(
  new Map<string, Verb>([
    ['list', { run: list }],
    ['add', { run: add, operands: ['URL|FILE'] }],
    ['remove', { run: remove, operands: ['NAME'] }],
    ['show', { run: show, operands: ['NAME'] }],
  ]),
);

async function list({ terminal, json }: Session, opened: OpenedSession): Promise<number> {
  const words = openApiCommandTexts(opened.locale);
  const states = new Map((await opened.imports()).states().map((state) => [state.source.name, state]));
  const known = opened.config.openapi.map(({ name, document }) => ({
    name,
    document,
    tools: states.get(name)?.tools.length ?? 0,
    held_back: states.get(name)?.heldBack.length ?? 0,
  }));
  if (json) await terminal.writeJson(JSON.stringify(known, null, 2));
  else if (known.length === 0) terminal.tell(words.none);
  else {
    const { name, document, tools, held } = words.columns;
    const rows = known.map((one) => [one.name, one.document, String(one.tools), String(one.held_back)]);
    for (const row of toTable([[name, document, tools, held], ...rows])) await terminal.write(row);
  }
  return exitCodes.success;
}

/** Reads a document, shows what it would bring, writes it into the configuration, and accepts it: who types it has named it. */
async function add(session: Session, opened: OpenedSession): Promise<number> {
  const { terminal, json, signal } = session;
  const words = openApiCommandTexts(opened.locale);
  const { config, workbench } = opened;
  const definition = readDefinition(session, words);
  const { name, document, baseUrl } = definition;
  if (config.openapi.some((one) => one.name === name)) throw new UsageError(words.taken(name));
  for (const address of [document, baseUrl]) {
    const url = URL.parse(address ?? '');
    if (url !== null && /^https?:$/u.test(url.protocol)) workbench.permitHost(url.host);
  }
  const [source] = createOpenApiConnector({ definitions: [definition], fetch: workbench.fetch }).sources;
  if (source === undefined) return exitCodes.failed;
  const survey = await whileWaiting(
    terminal,
    (seconds) => opened.texts.asking(name, seconds),
    () => source.survey(signal),
  );
  if (survey.definitions.length === 0) {
    tellLeftOut(session, opened, survey);
    throw new SourceError(name, { kind: 'document_empty' });
  }
  const imports = await opened.imports();
  // What is accepted is what was shown: the document is not read a second time.
  imports.add({ ...source, definitions: async () => survey.definitions });
  const review = await imports.review(name, { signal });
  const suspicious = review.tools.filter(({ suspicions }) => suspicions.length > 0);
  const clear = review.tools.filter(({ suspicions }) => suspicions.length === 0);
  const reading = review.tools.filter(({ tool }) => tool.annotations.readOnly).length;
  terminal.tell(visible(words.read({ ...survey, tools: review.tools.length, reading })));
  terminal.tell(visible(words.reaches(hostsIn(survey))));
  tellLeftOut(session, opened, survey);
  for (const one of review.unusable)
    terminal.tell(visible(words.unusable(one.name, one.message(opened.locale))));
  if (suspicious.length > 0) {
    terminal.tell(showReview({ ...review, tools: suspicious, unusable: [] }, opened.locale).trimEnd());
    terminal.tell(words.suspicious(name));
  }
  const file = config.file ?? join(config.project, 'toolcrib.json');
  const value = toEntry(definition, dirname(file));
  const isAdded = await editTrusted({
    file,
    path: ['openapi', name],
    value,
    trustFolder: opened.trustFolder,
    fresh: true,
  });
  if (!isAdded) throw new SourceError(name, { kind: 'source_name_taken' });
  const taken = await imports.accept(review, { only: clear.map(({ tool }) => tool.name) });
  if (json)
    await terminal.writeJson(
      JSON.stringify(
        toWireSurvey(
          survey,
          taken.map(({ id }) => id),
        ),
        null,
        2,
      ),
    );
  else terminal.tell(words.added(name, taken.length));
  return exitCodes.success;
}

async function remove({ terminal, json, line }: Session, opened: OpenedSession): Promise<number> {
  const words = openApiCommandTexts(opened.locale);
  const { name } = definitionOf(line.operands[1] as string, opened, words);
  const { config } = opened;
  const file = config.file ?? join(config.project, 'toolcrib.json');
  await editTrusted({ file, path: ['openapi', name], value: undefined, trustFolder: opened.trustFolder });
  await (await opened.imports()).remove(name, { forget: true });
  if (json) await terminal.writeJson(JSON.stringify({ name, removed: true }));
  else terminal.tell(words.removed(name));
  return exitCodes.success;
}

/** Reads a document now, and tells every operation of it. Nothing is accepted by that. */
async function show(session: Session, opened: OpenedSession): Promise<number> {
  const { terminal, json, line, signal } = session;
  const words = openApiCommandTexts(opened.locale);
  const definition = definitionOf(line.operands[1] as string, opened, words);
  const { fetch } = opened.workbench;
  const [source] = createOpenApiConnector({ definitions: [definition], fetch }).sources;
  const survey = (await source?.survey(signal)) as Survey;
  if (json) {
    const tools = survey.definitions.map(({ name }) => name);
    await terminal.writeJson(JSON.stringify(toWireSurvey(survey, tools), null, 2));
    return exitCodes.success;
  }
  const { tool, operation, about } = words.operationColumns;
  const rows = survey.definitions.map(({ name, description, implementation }) => {
    const { method, path } = implementation as { readonly method: string; readonly path: string };
    return [name, `${method} ${path}`, typeof description === 'string' ? description.slice(0, 60) : ''];
  });
  for (const row of toTable([[tool, operation, about], ...rows])) await terminal.write(row);
  const reading = rows.filter(([, said]) => /^(?:GET|HEAD|OPTIONS) /u.test(said ?? '')).length;
  terminal.tell(visible(words.read({ ...survey, tools: rows.length, reading })));
  terminal.tell(visible(words.reaches(hostsIn(survey))));
  tellLeftOut(session, opened, survey);
  return exitCodes.success;
}

/** Where the calls go, and with them the secrets. */
function hostsIn({ definitions }: Survey): readonly string[] {
  const addresses = definitions.map(
    ({ implementation }) => (implementation as { readonly baseUrl: string }).baseUrl,
  );
  return [...new Set(addresses.map((address) => URL.parse(address)?.origin ?? address))];
}

const mostLines = 10;

function tellLeftOut({ terminal }: Session, { locale }: OpenedSession, { leftOut, schemes }: Survey): void {
  const words = openApiCommandTexts(locale);
  const texts = openApiTexts(locale);
  for (const { operation, problem } of leftOut.slice(0, mostLines))
    terminal.tell(visible(words.leftOut(operation, texts.operation(problem))));
  if (leftOut.length > mostLines) terminal.tell(words.more(leftOut.length - mostLines));
  for (const { name, kind, credential } of schemes)
    if (credential === undefined) terminal.tell(visible(words.unbound(name, kind)));
}

function definitionOf(
  name: string,
  { config }: OpenedSession,
  words: OpenApiCommandTexts,
): OpenApiDefinition {
  const found = config.openapi.find((one) => one.name === name);
  const names = config.openapi.map((one) => one.name);
  if (found === undefined) throw new UsageError(words.noSource(name, names));
  return found;
}

function readDefinition({ line }: Session, words: OpenApiCommandTexts): OpenApiDefinition {
  const { name, include, exclude, tag, secrets, timeout } = line.options;
  if (name === undefined) throw new UsageError(words.needsName);
  if (!/^[A-Za-z0-9][\w-]{0,31}$/u.test(name)) throw new UsageError(words.badName);
  const document = line.operands[1] as string;
  const baseUrl = line.options['base-url'];
  if (baseUrl !== undefined && !isAddress(baseUrl)) throw new UsageError(words.badBaseUrl);
  return {
    name,
    document: isAddress(document) ? document : resolve(document),
    baseUrl,
    secrets: readSecrets(secrets, words),
    include: listOf(include),
    exclude: listOf(exclude),
    tags: listOf(tag),
    timeout: timeout === undefined ? undefined : Number(timeout),
  };
}

function isAddress(document: string): boolean {
  return /^https?:\/\//iu.test(document);
}

function listOf(words: string | undefined): readonly string[] | undefined {
  return words?.split(',').map((word) => word.trim());
}

function readSecrets(given: string | undefined, words: OpenApiCommandTexts): { [scheme: string]: string } {
  const pairs = listOf(given) ?? [];
  return Object.fromEntries(
    pairs.map((pair) => {
      const [, scheme, secret] = /^([^=]+)=([\w.-]+)$/u.exec(pair) ?? [];
      if (scheme === undefined || secret === undefined) throw new UsageError(words.badSecrets);
      return [scheme, secret];
    }),
  );
}

/** As the configuration spells it; a file is named from where the configuration stands. */
function toEntry(definition: OpenApiDefinition, folder: string): JsonValue {
  const { document, baseUrl, secrets = {}, include, exclude, tags, timeout } = definition;
  return {
    document: isAddress(document) ? document : relative(folder, document),
    ...(baseUrl !== undefined && { base_url: baseUrl }),
    ...(Object.keys(secrets).length > 0 && { secrets }),
    ...(include !== undefined && { include }),
    ...(exclude !== undefined && { exclude }),
    ...(tags !== undefined && { tags }),
    ...(timeout !== undefined && { timeout }),
  };
}

function toWireSurvey(
  { title, version, operations, leftOut, schemes }: Survey,
  tools: readonly string[],
): object {
  return {
    title,
    version,
    operations,
    tools,
    left_out: leftOut.map(({ operation, problem }) => ({
      operation,
      code: problem.kind,
      reason: openApiTexts('en').operation(problem),
    })),
    security: schemes.map(({ name, kind, secret }) => ({ scheme: name, kind, secret: secret ?? null })),
  };
}
