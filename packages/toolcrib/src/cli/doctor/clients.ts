import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute } from 'node:path';
import { documentLimits } from '../../config/document-limits.ts';
import { parseJson } from '../../config/parse-json.ts';
import { isObject, member } from '../../connectors/json-object.ts';
import { readTextFile } from '../../files/read-regular-file.ts';
import { clientNames, knownClients, type KnownClient } from '../../mcp/install/clients.ts';
import { findTomlEntry } from '../../mcp/install/toml-entry.ts';
import type { Find, Finding } from './finding.ts';

/** Entries of clients that start Toolcrib by a file that is gone: after an update, or in a project that was moved. */
export function examineClients(
  project: string,
  environment: { readonly [name: string]: string | undefined },
  find: Find,
): Finding[] {
  const places = { project, home: environment['HOME'] ?? homedir(), platform: process.platform, environment };
  return clientNames.flatMap((client) => {
    const file = knownClients[client].file(places);
    return missingPaths(knownClients[client], file).map((path) =>
      find('warning', 'client_points_nowhere', { client, file, path }),
    );
  });
}

/** The paths in our entries that lead nowhere: the Node, the program, the project or its configuration. */
function missingPaths(client: KnownClient, file: string): string[] {
  let text: string;
  try {
    text = readTextFile(file, { maxBytes: documentLimits.bytes });
  } catch {
    return [];
  }
  const paths = ourEntries(client, text)
    .flatMap((entry) => [...entry.matchAll(/"(?:[^"\\\n]|\\.)*"/gu)])
    .map(([quoted]) => parseText(quoted))
    .filter((path) => isAbsolute(path));
  return [...new Set(paths)].filter((path) => !existsSync(path));
}

/** As texts: what the entries hold is written in the same way in every file. */
function ourEntries({ format, section }: KnownClient, text: string): string[] {
  if (format === 'toml') {
    const found = findTomlEntry(text, section, 'toolcrib');
    return found === undefined ? [] : [text.slice(found.start, found.end)];
  }
  try {
    const { value } = parseJson(text);
    const entries = isObject(value) ? member(value, section) : undefined;
    return Object.values(isObject(entries) ? entries : {})
      .map((entry) => JSON.stringify(entry))
      .filter((entry) => /toolcrib(?:\.js)?"/u.test(entry));
  } catch {
    return [];
  }
}

function parseText(quoted: string): string {
  try {
    return JSON.parse(quoted) as string;
  } catch {
    return '';
  }
}
