// The browser of browser tests and benchmarks.
import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const CHROMIUM = '/usr/bin/chromium-headless-shell';
/**
 * Chromium's sandbox does not work as root, so it is turned off. Chromium's own background requests are also disabled.
 */
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--site-per-process',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export async function launchChromium(): Promise<Browser> {
  if (!existsSync(CHROMIUM)) throw new Error(`${CHROMIUM} is missing: apt-get install chromium-headless-shell`);
  return chromium.launch({ executablePath: CHROMIUM, args: ARGUMENTS });
}
