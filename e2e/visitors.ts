import type { BrowserContext, CDPSession, Page, Request } from 'playwright-core';
import { openContext, resumeRecording, stopRecording } from './browser.ts';

/**
 * Loading a page in a new browser context takes about twice the CPU time of loading it in a tab that has loaded pages
 * before. A visitor that a test has returned is therefore reset and used again, unless the test may have left
 * something that cannot be reset.
 */
export interface Visitor {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Console errors since the visitor was opened or taken again. */
  readonly complaints: readonly string[];
  readonly shopUrl: string;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

interface ReusableVisitor extends Visitor {
  readonly complaints: string[];
  readonly devTools: CDPSession;
  /** Requests without a complete response. */
  readonly pending: Set<Request>;
  /** Removes the listeners and init scripts that the current test has added. */
  readonly undo: (() => unknown)[];
  /** False once a test has used one of `LASTING`, or opened a page of another origin. */
  isReusable: boolean;
}

/** Parts of Playwright's pages and contexts whose effects a later test could notice. */
const LASTING = [
  'addLocatorHandler',
  'coverage',
  'credentials',
  'debugger',
  'exposeBinding',
  'exposeFunction',
  'grantPermissions',
  'newCDPSession',
  'removeAllListeners',
  'routeFromHAR',
  'routeWebSocket',
  'screencast',
  'setDefaultNavigationTimeout',
  'setDefaultTimeout',
  'setExtraHTTPHeaders',
  'setGeolocation',
  'setHTTPCredentials',
  'webmcp',
];
/** The same for a context's clock. */
const LASTING_OF_CLOCK = ['install', 'setFixedTime', 'setSystemTime'];

/** A page of the shop without scripts. Leaving the shop's origin, also for about:blank, ends the process with everything it has loaded. */
export const EMPTY_PAGE = '/robots.txt';

/** The media features of a new context. */
const DEFAULT_MEDIA = {
  media: null,
  colorScheme: 'light',
  reducedMotion: 'no-preference',
  forcedColors: 'none',
  contrast: 'no-preference',
} as const;

const returned: ReusableVisitor[] = [];
const inUse = new Map<Page, ReusableVisitor>();

function collectComplaints(context: BrowserContext): string[] {
  const complaints: string[] = [];
  context.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`${message.page()?.url()}: ${message.text()}`);
  });
  context.on('weberror', (error) => complaints.push(String(error.error())));
  return complaints;
}

function onUseOf(names: readonly string[], target: object, report: () => void): void {
  for (const name of names.filter((one) => one in target)) {
    const value: unknown = Reflect.get(target, name);
    const get = () => {
      report();
      return value;
    };
    Object.defineProperty(target, name, { get });
  }
}

/** Records listeners and init scripts that are added from now on, so that they can be removed. */
function recordAdditions(target: BrowserContext | Page, undo: (() => unknown)[]): void {
  const emitter = target as unknown as NodeJS.EventEmitter;
  for (const name of ['on', 'addListener', 'prependListener', 'once'] as const) {
    const add = emitter[name].bind(emitter);
    emitter[name] = (event, listener) => {
      undo.push(() => emitter.off(event, listener));
      return add(event, listener);
    };
  }
  const addInitScript = target.addInitScript.bind(target) as Page['addInitScript'];
  target.addInitScript = async (script, ...more) => {
    const added = await addInitScript(script, ...more);
    undo.push(() => added.dispose());
    return added;
  };
}

/** Beacons and `keepalive` requests are reported as aborted when their page is left. */
const mayOutlivePage = (request: Request): boolean =>
  request.failure()?.errorText === 'net::ERR_ABORTED' && request.method() !== 'GET';

/** Runs in the page. Requests that it sends while it is left are not reported. */
function sendNothingMore(): void {
  navigator.sendBeacon = () => true;
  window.fetch = () => new Promise(() => {});
}

async function openVisitor(size: Size, shopUrl: string): Promise<Visitor> {
  const context = await openContext({ viewport: size, baseURL: shopUrl, serviceWorkers: 'block' });
  const complaints = collectComplaints(context);
  const page = await context.newPage();
  const devTools = await context.newCDPSession(page);
  const pending = new Set<Request>();
  const undo: (() => unknown)[] = [];
  const visitor = { context, page, complaints, shopUrl, devTools, pending, undo, isReusable: true };
  const retire = () => {
    visitor.isReusable = false;
  };
  context.on('request', (request) => {
    pending.add(request);
    if (request.isNavigationRequest() && new URL(request.url()).origin !== shopUrl) retire();
  });
  context.on('requestfinished', (request) => pending.delete(request));
  context.on('requestfailed', (request) => {
    if (!mayOutlivePage(request)) pending.delete(request);
  });
  recordAdditions(context, undo);
  recordAdditions(page, undo);
  onUseOf(LASTING, context, retire);
  onUseOf(LASTING, page, retire);
  onUseOf(LASTING_OF_CLOCK, context.clock, retire);
  inUse.set(page, visitor);
  return visitor;
}

/** Responses that a test holds back or is still fetching are ignored. */
async function stopRoutes(context: BrowserContext): Promise<void> {
  for (const tab of context.pages()) await tab.unrouteAll({ behavior: 'ignoreErrors' });
  await context.unrouteAll({ behavior: 'ignoreErrors' });
}

export async function closeVisitor({ context, page }: Visitor): Promise<void> {
  inUse.delete(page);
  await stopRoutes(context);
  await context.close();
}

async function reset({ context, page, devTools, shopUrl, undo }: ReusableVisitor): Promise<void> {
  for (const step of undo.splice(0)) await step();
  await stopRoutes(context);
  for (const tab of context.pages()) if (tab !== page) await tab.close();
  await context.setOffline(false);
  await page.evaluate(sendNothingMore);
  await page.goto(EMPTY_PAGE);
  await page.evaluate(() => {
    sessionStorage.clear();
    window.name = '';
  });
  await context.clearCookies();
  await devTools.send('Storage.clearDataForOrigin', { origin: shopUrl, storageTypes: 'all' });
  await devTools.send('Page.resetNavigationHistory');
  await page.emulateMedia(DEFAULT_MEDIA);
  await page.mouse.move(-1, -1);
}

/** Resets the visitor for later tests, or closes it. */
export async function returnVisitor({ page }: Visitor): Promise<void> {
  const visitor = inUse.get(page);
  // Closed by the test.
  if (!visitor) return;
  inUse.delete(page);
  try {
    if (!visitor.isReusable || page.isClosed()) return await closeVisitor(visitor);
    await reset(visitor);
    // A late response could set a cookie.
    if (visitor.pending.size > 0) return await closeVisitor(visitor);
    await stopRecording(visitor.context);
    returned.push(visitor);
  } catch {
    // For example, the page has crashed.
    await visitor.context.close();
  }
}

/** One that a test has returned, or a new one. */
export async function takeVisitor(size: Size, shopUrl: string): Promise<Visitor> {
  const index = returned.findIndex((one) => one.shopUrl === shopUrl);
  const [visitor] = index < 0 ? [] : returned.splice(index, 1);
  if (!visitor) return openVisitor(size, shopUrl);
  await visitor.page.setViewportSize(size);
  visitor.complaints.splice(0);
  await resumeRecording(visitor.context);
  inUse.set(visitor.page, visitor);
  return visitor;
}
