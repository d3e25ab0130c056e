import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import sparticuz from '@sparticuz/chromium';
import { chromium, type Browser } from 'playwright-core';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** The machine's own Chromium, or the one that npm has brought. */
export async function launchBrowser(): Promise<Browser> {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const own = folders.flatMap((folder) => names.map((name) => join(folder, name))).find(isProgram);
  return chromium.launch({
    executablePath: own ?? (await sparticuz.executablePath()),
    args: ['--no-sandbox', '--no-zygote', '--headless=shell', '--disable-gpu', '--font-render-hinting=none'],
  });
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
