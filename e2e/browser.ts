import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sparticuz, { inflate } from '@sparticuz/chromium';
import { type Browser, chromium } from 'playwright-core';

/** Chromium looks for updates and experiments by itself; a test's browser talks to the shop and to nobody else. */
const QUIET = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
];

/** The browser out of the npm package, with the libraries that a bare machine lacks. */
async function packagedBrowser(): Promise<{ executablePath: string; env: Record<string, string> }> {
  const executablePath = await sparticuz.executablePath();
  const bin = join(import.meta.dirname, '../node_modules/@sparticuz/chromium/bin');
  const libraries = join(tmpdir(), 'al2023', 'lib');
  if (!existsSync(libraries)) await inflate(join(bin, 'al2023.tar.br'));
  const path = [process.env.LD_LIBRARY_PATH, libraries].filter(Boolean).join(':');
  return { executablePath, env: { ...(process.env as Record<string, string>), LD_LIBRARY_PATH: path } };
}

/**
 * Starts a headless browser: the packaged one on Linux, the machine's Chrome elsewhere. With `debuggingPort` other
 * programs of this machine can steer it as well.
 */
export async function launchBrowser({ debuggingPort }: { debuggingPort?: number } = {}): Promise<Browser> {
  const args = debuggingPort === undefined ? QUIET : [...QUIET, `--remote-debugging-port=${debuggingPort}`];
  if (process.platform !== 'linux') return chromium.launch({ channel: 'chrome', args });
  return chromium.launch({ ...(await packagedBrowser()), args });
}
