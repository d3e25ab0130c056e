import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { launchBrowser } from '../test/console/launch-browser.ts';
import { median } from './measuring/median.ts';
import { publish, type Section } from './measuring/section.ts';
import { table, toDigits } from './measuring/table.ts';

const rounds = 7;
/** Milliseconds from the start of the command to the first words on the page. */
const target = 1000;
const command = fileURLToPath(new URL('../packages/toolcrib/bin/toolcrib.js', import.meta.url));
const tokens = new Map<string, string>();
const browser = await launchBrowser();
try {
  publish(await measure());
} finally {
  await browser.close();
}

interface Opened {
  /** Milliseconds from the start of the command until it listens, and until the page shows something. */
  readonly listens: number;
  readonly shows: number;
  /** Bytes that came over the wire until then and shortly after, and requests. */
  readonly bytes: number;
  readonly requests: number;
}

async function measure(): Promise<Section> {
  const kept = mkdtempSync(join(tmpdir(), 'toolcrib-bench-'));
  const first: Opened[] = [];
  const again: Opened[] = [];
  await open(kept);
  for (let round = 0; round < rounds; round++) {
    const fresh = mkdtempSync(join(tmpdir(), 'toolcrib-bench-'));
    first.push(await open(fresh));
    rmSync(fresh, { recursive: true, force: true });
    again.push(await open(kept));
  }
  rmSync(kept, { recursive: true, force: true });
  const middle = (opened: readonly Opened[], pick: (one: Opened) => number): number =>
    median(opened.map(pick));
  const row = (name: string, opened: readonly Opened[]): (string | number)[] => [
    name,
    middle(opened, ({ listens }) => listens),
    middle(opened, ({ shows }) => shows),
    middle(opened, ({ bytes }) => bytes) / 1000,
    middle(opened, ({ requests }) => requests),
  ];
  const reached = middle(first, ({ shows }) => shows);
  return {
    title: 'The console, from nothing',
    markdown: [
      `Target: first words within ${target} ms of the start of \`toolcrib serve\`. Measured: ${toDigits(reached)} ms (${reached <= target ? 'met' : 'missed'}).`,
      table(
        ['start', 'ms until it listens', 'ms until the first words', 'KB over the wire', 'requests'],
        [row('the very first', first), row('any later one', again)],
      ),
    ].join('\n\n'),
    data: { rounds, target, reached, first, again },
    figures: [
      { what: 'first words after the very first start', value: reached, unit: 'ms', better: 'less', target },
      {
        what: 'over the wire',
        value: middle(first, ({ bytes }) => bytes) / 1000,
        unit: 'KB',
        better: 'less',
        target: 100,
      },
    ],
  };
}

/** Starts the service over a project of its own, and opens the console in a browser that has never seen it. */
async function open(project: string): Promise<Opened> {
  const env = {
    PATH: process.env['PATH'],
    HOME: `${project}-home`,
    LANG: 'C',
    TOOLCRIB_LOG: 'off',
  };
  const start = performance.timeOrigin + performance.now();
  const service = spawn(process.execPath, [command, 'serve', '--port', '0', '--json'], {
    cwd: project,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const context = await browser.newContext();
  try {
    const [line] = (await once(createInterface({ input: service.stdout }), 'line')) as [string];
    const listens = performance.timeOrigin + performance.now() - start;
    const page = await context.newPage();
    const { address, link } = JSON.parse(line) as { address: string; link: string | null };
    // The link with the token is told by the first start alone.
    if (link !== null) tokens.set(project, new URL(link).hash);
    await page.goto(`${address}/${tokens.get(project) ?? ''}`);
    await page.locator('main h1').waitFor();
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
    const seen = await page.evaluate(() => {
      const loaded = performance.getEntries().filter((entry) => entry instanceof PerformanceResourceTiming);
      return {
        paint:
          performance.timeOrigin +
          (performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0),
        bytes: loaded.reduce((sum, { transferSize }) => sum + transferSize, 0),
        requests: loaded.length,
      };
    });
    return { listens, shows: seen.paint - start, bytes: seen.bytes, requests: seen.requests };
  } finally {
    await context.close();
    service.kill();
    await once(service, 'exit');
  }
}
