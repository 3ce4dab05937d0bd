import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from 'playwright-core';

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

const PACKAGE = resolve(import.meta.dirname, '../node_modules/@sparticuz/chromium');
/** Gone with this version of the package. */
const UNPACKED = join(PACKAGE, 'unpacked');
const UNPACKER = join(import.meta.dirname, 'unpack-browser.ts');

/**
 * Unpacks the browser of the npm package. The package itself would do so into the system's temporary folder, where two
 * that ask at once start each other's half a browser, and the next run takes what a broken one left.
 */
export async function unpackBrowser(): Promise<void> {
  if (process.platform !== 'linux' || existsSync(UNPACKED)) return;
  const unfinished = await mkdtemp(`${UNPACKED}-`);
  try {
    const env = { ...process.env, TMPDIR: unfinished };
    await promisify(execFile)(process.execPath, [UNPACKER, join(PACKAGE, 'bin')], { env });
    await rename(unfinished, UNPACKED);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    // Somebody else may have been quicker; theirs is as good.
    if (!existsSync(UNPACKED)) throw error;
  }
}

async function packagedBrowser(): Promise<{ executablePath: string; env: Record<string, string> }> {
  await unpackBrowser();
  const path = [process.env.LD_LIBRARY_PATH, join(UNPACKED, 'al2023', 'lib')].filter(Boolean).join(':');
  const env = { ...(process.env as Record<string, string>), LD_LIBRARY_PATH: path };
  return { executablePath: join(UNPACKED, 'chromium'), env };
}

/** The packaged browser has no window: for `npm test -- … --headed` it takes the machine's Chrome, and a display. */
const HEADED = { headless: false, channel: 'chrome', slowMo: 100 } as const;

/**
 * Starts a headless browser: the packaged one on Linux, the machine's Chrome elsewhere. With `debuggingPort` other
 * programs of this machine can steer it as well.
 */
export async function launchBrowser({ debuggingPort }: { debuggingPort?: number } = {}): Promise<Browser> {
  const args = debuggingPort === undefined ? QUIET : [...QUIET, `--remote-debugging-port=${debuggingPort}`];
  if (process.env.HEADED === '1') return chromium.launch({ ...HEADED, args });
  if (process.platform !== 'linux') return chromium.launch({ channel: 'chrome', args });
  return chromium.launch({ ...(await packagedBrowser()), args });
}

let shared: Promise<Browser> | undefined;

/** One browser for all test files of a worker, which ends with it; each visitor has a context of its own in it. */
export function theBrowser(): Promise<Browser> {
  shared ??= launchBrowser();
  return shared;
}

/**
 * What a trace records: every action, request and console line. Snapshots of the page are left out: their script is
 * blocked in sandboxed frames, which is logged as an error of the page, and it made axe hang on the wishlist.
 */
export const RECORDING = { snapshots: false, screenshots: false, sources: true };

/** A visitor of their own in the shared browser, recorded for `keep-evidence.ts`. */
export async function openContext(options: BrowserContextOptions): Promise<BrowserContext> {
  const context = await (await theBrowser()).newContext(options);
  await context.tracing.start(RECORDING);
  return context;
}

/** Everybody in the shared browser at this moment. */
export async function openContexts(): Promise<readonly BrowserContext[]> {
  return (await shared)?.contexts() ?? [];
}
