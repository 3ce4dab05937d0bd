import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from 'playwright-core';

/** Disable Chromium's own network requests: a test's browser connects only to the shop. */
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

/**
 * Leaves tiles almost no memory: pages are laid out and painted, but hardly rasterized, which took a fifth of the
 * browser's CPU time. No test reads pixels; `save-traces.ts` takes its screenshots in another browser.
 */
const WITHOUT_RASTER = '--force-gpu-mem-available-mb=1';

const PACKAGE = resolve(import.meta.dirname, '../node_modules/@sparticuz/chromium');
/** Changes with the version of the package. */
const UNPACKED = join(PACKAGE, 'unpacked');
const UNPACKER = join(import.meta.dirname, 'unpack-browser.ts');

/**
 * Unpacks the browser of the npm package. The package itself would use the system's temporary folder, where two
 * concurrent calls start each other's incomplete browser, and the next run uses what an aborted one left.
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
    // Another process may have been faster; its copy is equivalent.
    if (!existsSync(UNPACKED)) throw error;
  }
}

async function packagedBrowser(): Promise<{ executablePath: string; env: Record<string, string> }> {
  await unpackBrowser();
  const path = [process.env.LD_LIBRARY_PATH, join(UNPACKED, 'al2023', 'lib')].filter(Boolean).join(':');
  const env = { ...(process.env as Record<string, string>), LD_LIBRARY_PATH: path };
  return { executablePath: join(UNPACKED, 'chromium'), env };
}

/** The packaged browser has no window: `npm test -- … --headed` uses the machine's Chrome, which needs a display. */
const HEADED = { headless: false, channel: 'chrome', slowMo: 100 } as const;

interface BrowserChoice {
  /** Other programs can connect to it. */
  readonly debuggingPort?: number;
  /** False: its screenshots are mostly blank. */
  readonly rasterizes?: boolean;
}

/** Starts a headless browser: the packaged one on Linux, the machine's Chrome elsewhere. */
export async function launchBrowser({ debuggingPort, rasterizes = true }: BrowserChoice = {}): Promise<Browser> {
  const tracesDir = process.env.TRACES_DIR;
  const isHeaded = process.env.HEADED === '1';
  const args = [
    ...QUIET,
    ...(debuggingPort === undefined ? [] : [`--remote-debugging-port=${debuggingPort}`]),
    ...(rasterizes || isHeaded ? [] : [WITHOUT_RASTER]),
  ];
  const options = { args, ...(tracesDir && { tracesDir }) };
  if (isHeaded) return chromium.launch({ ...HEADED, ...options });
  if (process.platform !== 'linux') return chromium.launch({ channel: 'chrome', ...options });
  return chromium.launch({ ...(await packagedBrowser()), ...options });
}

let shared: Promise<Browser> | undefined;

/** One browser for all test files of a worker; each visitor has its own context. */
export function sharedBrowser(): Promise<Browser> {
  shared ??= launchBrowser({ rasterizes: false });
  return shared;
}

/**
 * A trace records every action and console line, but no snapshots of the page, and therefore no requests: the snapshot script is
 * blocked in sandboxed frames, which is logged as an error of the page, and it made axe hang on the wishlist.
 */
export const RECORDING = { snapshots: false, screenshots: false, sources: true };

const incidents = new WeakMap<BrowserContext, string[]>();

/** Console errors, failed requests and error responses of a visitor, oldest first. */
export const incidentsOf = (context: BrowserContext): readonly string[] => incidents.get(context) ?? [];

function recordIncidents(context: BrowserContext): void {
  const lines: string[] = [];
  incidents.set(context, lines);
  context.on('console', (message) => {
    if (message.type() === 'error') lines.push(`console: ${message.text()}`);
  });
  context.on('weberror', (error) => lines.push(`uncaught: ${error.error()}`));
  context.on('requestfailed', (request) =>
    lines.push(`${request.method()} ${request.url()}: ${request.failure()?.errorText}`),
  );
  context.on('response', (response) => {
    if (response.status() >= 400) lines.push(`${response.request().method()} ${response.url()}: ${response.status()}`);
  });
}

/** A new visitor in the shared browser, recorded for `save-traces.ts`. */
export async function openContext(options: BrowserContextOptions): Promise<BrowserContext> {
  const context = await (await sharedBrowser()).newContext(options);
  recordIncidents(context);
  await context.tracing.start(RECORDING);
  return context;
}

/** Not used by a test at the moment. */
const paused = new WeakSet<BrowserContext>();

/** Drops what is recorded. */
export async function stopRecording(context: BrowserContext): Promise<void> {
  paused.add(context);
  await context.tracing.stop();
}

/** For the next test. */
export async function resumeRecording(context: BrowserContext): Promise<void> {
  paused.delete(context);
  incidents.get(context)?.splice(0);
  await context.tracing.start(RECORDING);
}

/** All current visitors in the shared browser, except between two tests that use them. */
export async function openContexts(): Promise<readonly BrowserContext[]> {
  return ((await shared)?.contexts() ?? []).filter((context) => !paused.has(context));
}
