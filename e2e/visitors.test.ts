import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { incidentsOf, openContexts } from './browser.ts';
import { closeVisitor, returnVisitor, takeVisitor, type Visitor } from './visitors.ts';

const SIZE = { width: 800, height: 600 };

let server: Server;
let shopUrl: string;
/** How to answer the request of `/late`. */
let late: PromiseWithResolvers<() => void>;
let visitor: Visitor;
const requested: string[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    const answer = () =>
      response
        .writeHead(request.url === '/missing' ? 404 : 200, { 'content-type': 'text/html', 'set-cookie': 'seen=1' })
        .end('<!doctype html><title>A shop</title><p>A page</p>');
    requested.push(request.url ?? '');
    if (request.url === '/late') late.resolve(answer);
    else answer();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  shopUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

beforeEach(async () => {
  visitor = await takeVisitor(SIZE, shopUrl);
  await visitor.page.goto('/');
});

/** The visitor of the next test. */
async function next(): Promise<Visitor> {
  const taken = await takeVisitor(SIZE, shopUrl);
  onTestFinished(() => closeVisitor(taken));
  return taken;
}

const kept = () => ({
  name: window.name,
  local: { ...localStorage },
  session: { ...sessionStorage },
  size: [innerWidth, innerHeight],
  media: ['print', '(prefers-color-scheme: dark)', '(prefers-reduced-motion)', '(forced-colors)'].map(
    (query) => matchMedia(query).matches,
  ),
  isOnline: navigator.onLine,
});

test('a visitor is used again, without anything left of the test before', async () => {
  const { page, context } = visitor;
  const before = await page.evaluate(kept);
  let heard = 0;
  page.on('request', () => (heard += 1));
  page.once('popup', () => (heard += 1));
  context.on('page', () => (heard += 1));
  for (const each of [page, context]) await each.addInitScript(() => Object.assign(window, { isScripted: true }));
  await page.reload();
  expect([heard, await page.evaluate(() => 'isScripted' in window)]).toEqual([1, true]);
  await page.goto('/missing');
  await page.evaluate(async () => {
    window.name = 'left';
    localStorage.setItem('left', '1');
    sessionStorage.setItem('left', '1');
    await (await caches.open('left')).put('/left', new Response('left'));
    await new Promise((done) => {
      indexedDB.open('left').onsuccess = done;
    });
    addEventListener('pagehide', () => {
      sessionStorage.setItem('left', '2');
      navigator.sendBeacon('/beacon');
    });
    history.pushState(null, '', '/left');
    console.error('left');
  });
  await page.route('**/routed', (route) => route.fulfill({ body: 'routed' }));
  await context.route('**/routed-too', (route) => route.fulfill({ body: 'routed' }));
  await page.route('**/held', () => {});
  await page.evaluate(() => void fetch('/held').catch(() => {}));
  await page.mouse.move(50, 20);
  await page.setViewportSize({ width: 300, height: 300 });
  await page.emulateMedia({ media: 'print', colorScheme: 'dark', reducedMotion: 'reduce', forcedColors: 'active' });
  const tab = await context.newPage();
  await tab.goto('/');
  await context.setOffline(true);
  expect(visitor.complaints).not.toEqual([]);
  await returnVisitor(visitor);
  expect(await openContexts()).not.toContain(context);
  heard = 0;

  const reused = await next();
  expect(reused.page).toBe(page);
  expect(context.pages()).toEqual([page]);
  expect(await context.cookies()).toEqual([]);
  expect(await page.evaluate(() => history.length)).toBe(1);
  expect([reused.complaints, incidentsOf(context)]).toEqual([[], []]);
  await page.goto('/');
  expect(await page.evaluate(kept)).toEqual(before);
  expect(await page.evaluate(() => document.referrer)).toBe('');
  expect(await page.evaluate(async () => [await caches.keys(), await indexedDB.databases()])).toEqual([[], []]);
  for (const path of ['/routed', '/routed-too'])
    expect(await page.evaluate(async (url) => (await fetch(url)).text(), path)).toContain('A page');
  expect(await openContexts()).toContain(context);
  expect(requested).not.toContain('/beacon');
  const popup = page.waitForEvent('popup');
  await page.evaluate(() => void open('/'));
  await (await popup).close();
  expect([heard, await page.evaluate(() => 'isScripted' in window)]).toEqual([0, false]);
});

test.each<[string, (visitor: Visitor) => unknown]>([
  ['a function of the test', ({ page }) => page.exposeFunction('fromTest', () => {})],
  ['another clock', ({ page }) => page.clock.install()],
  ['a permission', ({ context }) => context.grantPermissions(['clipboard-read'])],
  ['a header', ({ page }) => page.setExtraHTTPHeaders({ 'x-left': '1' })],
  ['a DevTools session', ({ context, page }) => context.newCDPSession(page)],
  ['a page of another origin', ({ page }) => page.goto(shopUrl.replace('127.0.0.1', 'localhost'))],
  ['a closed page', ({ page }) => page.close()],
])('a visitor with %s is not used again', async (_, act) => {
  await act(visitor);
  await returnVisitor(visitor);
  expect((await next()).context).not.toBe(visitor.context);
});

test.each<[string, () => unknown]>([
  ['request', () => void fetch('/late').catch(() => {})],
  ['request that outlives the page', () => void fetch('/late', { method: 'POST', keepalive: true }).catch(() => {})],
  ['beacon', () => navigator.sendBeacon('/late')],
])('the response to a %s does not reach the next test', async (_, send) => {
  late = Promise.withResolvers();
  await visitor.page.evaluate(send);
  await returnVisitor(visitor);
  const { page, context } = await next();
  const answer = await late.promise;
  answer();
  await page.waitForTimeout(300);
  expect(await context.cookies()).toEqual([]);
});
