import { visible } from '@toolcrib/core';
import type { NodeSnapshot, PlanEngine, PlanEvent, PlanResult, PlanSnapshot } from '@toolcrib/core/plan';
import { exitCodes } from '../exit-codes.ts';
import { showMs } from '../figures.ts';
import { planTexts } from '../plan-texts.ts';
import type { OpenedSession, Session } from '../session.ts';
import { LiveArea } from './live-area.ts';
import { PlanProgress } from './plan-progress.ts';
import { showNode, showProgress } from './show-progress.ts';

/** Where the live area is kept while it is there: what else is told makes room for it. */
export interface AreaHolder {
  area: LiveArea | undefined;
}

interface Surroundings {
  readonly session: Session;
  readonly opened: OpenedSession;
  readonly holder: AreaHolder;
  /** The number of the last event that nobody has to be told. */
  readonly known: number;
}

interface Watcher {
  hear(event: PlanEvent): void;
  end(result: PlanResult, last: PlanSnapshot): Promise<void>;
}

/** Shows how a plan goes until it ends. The first Ctrl-C cancels it, and what it has done is kept. */
export async function followPlan(
  begun: PlanSnapshot,
  engine: PlanEngine,
  surroundings: Surroundings,
): Promise<number> {
  const { planId } = begun;
  const { signal, json } = surroundings.session;
  const watcher = json
    ? await jsonWatcher(engine, surroundings)
    : terminalWatcher(begun, engine, surroundings);
  // Lines tell everything; a picture begins with how it stands.
  const after = json ? surroundings.known : begun.sequence;
  const stop = engine.watch(planId, (event) => watcher.hear(event), { after });
  const cancel = (): void => void engine.cancel(planId, 'interrupted');
  signal.addEventListener('abort', cancel, { once: true });
  if (signal.aborted) cancel();
  const result = await engine.result(planId);
  stop();
  await watcher.end(result, await engine.status(planId));
  return exitCodeOf(result);
}

/** One event on each line; the last line is the result with every node and what it gave. */
async function jsonWatcher(engine: PlanEngine, { session: { terminal } }: Surroundings): Promise<Watcher> {
  const { toWirePlanEvent, toWirePlanResult, toWireSnapshot } = await import('@toolcrib/core/plan');
  let written = Promise.resolve();
  const write = (object: object): void => {
    written = written.then(() => terminal.writeJson(JSON.stringify(object)));
  };
  return {
    hear: (event) => write(toWirePlanEvent(event)),
    async end(result, last) {
      const nodes = await Promise.all(last.nodes.map((node) => loaded(node, engine)));
      write({ type: 'plan-result', ...toWireSnapshot({ ...last, nodes }), ...toWirePlanResult(result) });
      await written;
    },
  };
}

async function loaded(node: NodeSnapshot, engine: PlanEngine): Promise<NodeSnapshot> {
  const { output } = node;
  return output === undefined || 'value' in output
    ? node
    : { ...node, output: { value: await engine.output(output.ref) } };
}

/** In place on a screen, else a line for each node that has ended; what the plan gives goes to standard output. */
function terminalWatcher(
  begun: PlanSnapshot,
  engine: PlanEngine,
  { session: { terminal }, opened: { locale }, holder }: Surroundings,
): Watcher {
  const words = planTexts(locale);
  const progress = new PlanProgress(begun);
  const look = (): Parameters<typeof showNode>[2] => ({ words, terminal, now: Date.now() });
  const { screen } = terminal;
  terminal.tell(visible(words.begins(begun.name, begun.planId)));
  let asked = false;
  const learnTotals = (): void => {
    if (asked || !progress.wantsTotals) return;
    asked = true;
    void engine
      .status(begun.planId)
      .then((snapshot) => progress.learn(snapshot))
      .finally(() => (asked = false));
  };
  if (screen !== undefined) {
    holder.area = new LiveArea(screen, () => {
      learnTotals();
      return showProgress(progress, look(), screen.rows);
    });
  }
  return {
    hear(event) {
      const changed = progress.take(event);
      if (screen === undefined && changed !== undefined) terminal.tell(showNode(changed, progress, look()));
    },
    async end(result, last) {
      progress.learn(last);
      holder.area?.end();
      holder.area = undefined;
      const { state, submittedAt, endedAt, failure, planId } = result;
      if (failure !== undefined) terminal.tell(visible(failure.message));
      if (failure?.remedy !== undefined) terminal.tell(visible(failure.remedy));
      terminal.tell(words.ended(state, showMs(endedAt - submittedAt)));
      if (last.undecided.length > 0)
        for (const line of words.decide(planId, last.undecided)) terminal.tell(visible(line));
      else if (state !== 'succeeded')
        terminal.tell(visible(words.resumeWith(`toolcrib plan resume ${planId}`)));
      await terminal.writeJson(JSON.stringify(result.output, null, 2));
    },
  };
}

function exitCodeOf({ state, failure }: PlanResult): number {
  if (state === 'succeeded') return exitCodes.success;
  if (state === 'cancelled') return exitCodes.interrupted;
  return failure?.status === 'blocked' ? exitCodes.blocked : exitCodes.failed;
}
