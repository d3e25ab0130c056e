import type { ConfigProblem } from '../../config/config-place.ts';
import type { Diagnosis } from '../../open-workbench.ts';
import type { Toolcrib } from '../../open-toolcrib.ts';
import { showPlace } from '../session.ts';
import { examineClients } from './clients.ts';
import { findIn, type Finding } from './finding.ts';
import { examineHosts } from './hosts.ts';
import { examineNode, neededNode } from './node.ts';
import { examinePort } from './port.ts';
import { examineDisk, examineSandbox } from './sandbox.ts';
import { examineSecrets } from './secrets.ts';
import { examineSources } from './sources.ts';
import { examineClock, examineRecords, examineStore } from './store.ts';
import { examineTrust } from './trust.ts';

export interface Examination {
  readonly toolcrib: Toolcrib;
  readonly diagnosis: Diagnosis;
  readonly environment: { readonly [name: string]: string | undefined };
  readonly signal: AbortSignal;
}

/** Everything that is wrong, what keeps something from working first. */
export async function examine(examination: Examination): Promise<readonly Finding[]> {
  const { toolcrib, diagnosis, environment, signal } = examination;
  const find = findIn(toolcrib.locale);
  const store = await examineStore(toolcrib.store.place, toolcrib.store, find, toolcrib.locale);
  const [needed, clock, records, sources, hosts, port] = await Promise.all([
    neededNode(),
    // What cannot be opened tells no time.
    store.some(({ severity }) => severity === 'error')
      ? Promise.resolve([])
      : examineClock(toolcrib.store, find),
    examineRecords(toolcrib.store, find),
    examineSources(await toolcrib.imports(), find, { locale: toolcrib.locale, signal }),
    examineHosts(toolcrib.service.listTools(), find, signal),
    examinePort(toolcrib.config.server, find),
  ]);
  const found = [
    ...toolcrib.problems.map(ofConfiguration),
    ...examineTrust(toolcrib.config, find),
    ...examineProject(toolcrib),
    ...examineNode(process.versions.node, needed, find),
    ...examineSandbox(diagnosis, find),
    ...examineDisk(diagnosis.project, find),
    ...store,
    ...clock,
    ...records,
    ...examineSecrets(toolcrib, environment, find),
    ...sources,
    ...hosts,
    ...port,
    ...examineClients(toolcrib.config.project, environment, find),
  ];
  return [...bySeverity(found, 'error'), ...bySeverity(found, 'warning')];
}

/** What somebody should know of the place itself. */
function examineProject({ notices, locale }: Toolcrib): Finding[] {
  return notices.map(({ code, message, remedy }) => ({
    code,
    severity: 'warning',
    message: message(locale),
    remedy: remedy(locale),
  }));
}

/** An entry of the configuration that cannot be used. */
export function ofConfiguration(problem: ConfigProblem): Finding {
  return {
    code: problem.code,
    severity: 'error',
    message: `${showPlace(problem)} ${problem.message}`,
    remedy: problem.remedy,
  };
}

function bySeverity(found: readonly Finding[], wanted: Finding['severity']): Finding[] {
  return found.filter(({ severity }) => severity === wanted);
}
