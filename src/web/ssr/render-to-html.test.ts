import { setTimeout as sleep } from 'node:timers/promises';
import { createElement, lazy, type ReactNode, Suspense, use } from 'react';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { PluginPart } from '../plugins/create-slot.tsx';
import type { PartId } from '../plugins/server-part.tsx';
import { renderToHtml } from './render-to-html.ts';

let rendered: number;
let errors: unknown[];
let late: PartId[];
let blocked: PartId[];
let leftOut: number;
let failures: Parameters<typeof renderToHtml>[2];
beforeEach(() => {
  rendered = 0;
  errors = [];
  late = [];
  blocked = [];
  leftOut = 0;
  failures = {
    reports: {
      failed: (_part, error) => errors.push(error),
      timedOut: (part) => late.push(part),
      blocked: (part) => blocked.push(part),
    },
    onLeftOut: () => {
      leftOut += 1;
    },
    routes: new Set(),
  };
});

type Parts = Readonly<Record<string, () => ReactNode>>;
/** A page with a part of each of these plug-ins. */
const Page = ({ parts }: { parts: Parts }) => {
  rendered += 1;
  const elements = Object.entries(parts).map(([plugin, Content]) =>
    createElement(PluginPart, { key: plugin, part: { plugin, place: 'product.tabs' }, Content, props: {} }),
  );
  return createElement('main', null, 'Lamp', ...elements);
};
const page = (parts: Parts) => createElement(Page, { parts });
const render = (part: () => string, route = 'product') => renderToHtml(page({ reviews: part }), route, failures);

const broken = () => {
  throw new Error('The part is broken');
};

test('a page without a failing part is rendered once', async () => {
  expect(await render(() => 'Stars')).toContain('Stars');
  expect([rendered, errors.length]).toEqual([1, 0]);
});

test('a route whose part keeps failing is rendered once, without the part, from its second page on', async () => {
  for (const times of [2, 3, 4]) {
    const html = await render(broken);
    expect(html).toContain('Lamp');
    expect([rendered, errors.length]).toEqual([times, times - 1]);
  }
  await render(() => 'Other', 'list');
  expect(rendered).toBe(5);
  expect([...failures.routes]).toEqual(['product']);
});

test('a part that works again is on the next page, and the page is rendered in one go again', async () => {
  await render(broken);
  expect(await render(() => 'Stars')).toContain('Stars');
  expect([...failures.routes]).toEqual([]);
  expect(await render(() => 'Stars')).toContain('Stars');
  expect(errors).toHaveLength(1);
});

const never = new Promise<string>(() => undefined);
const hangs = () => use(never);

test('a part that never resolves delays one page, and then none for a while', async () => {
  const warnings = vi.spyOn(console, 'error');
  onTestFinished(() => warnings.mockRestore());
  const limits = { limitMs: 50, pauseMs: 60_000 };
  const show = (parts: Readonly<Record<string, () => string>>) =>
    renderToHtml(page(parts), 'product', failures, { ...limits, limitMs: 60_000 });
  expect(await renderToHtml(page({ slow: hangs }), 'product', failures, limits)).toContain('Lamp');
  expect(late).toEqual([{ plugin: 'slow', place: 'product.tabs' }]);
  expect(await show({ slow: hangs })).toContain('Lamp');
  expect([leftOut, late.length, errors.length]).toEqual([2, 1, 0]);
  const pauseMs = 200;
  await renderToHtml(page({ brief: hangs }), 'product', failures, { ...limits, pauseMs });
  await sleep(pauseMs);
  expect(await show({ brief: () => 'Stars' })).toContain('Stars');
  expect(warnings).not.toHaveBeenCalled();
});

test('parts of other plug-ins stay on the pages while one is paused', async () => {
  const limits = { limitMs: 50, pauseMs: 60_000 };
  const parts = { reviews: () => 'Stars', hanging: hangs, guides: () => 'Sizes' };
  for (const _ of ['first page', 'during the pause']) {
    const html = await renderToHtml(page(parts), 'product', failures, limits);
    expect(html).toContain('Stars');
    expect(html).toContain('Sizes');
  }
  expect(late).toEqual([{ plugin: 'hanging', place: 'product.tabs' }]);
});

const Badge = () =>
  createElement(PluginPart, { part: { plugin: 'badges', place: 'card.badge' }, Content: hangs, props: {} });

test('when a part inside another part times out, the inner one is reported', async () => {
  const limits = { limitMs: 50, pauseMs: 100 };
  const html = await renderToHtml(
    page({ collections: () => ['Row', createElement(Badge, { key: 1 })] }),
    'home',
    failures,
    limits,
  );
  expect(html).toContain('Row');
  expect(late).toEqual([{ plugin: 'badges', place: 'card.badge' }]);
});

function busy(): string {
  const end = performance.now() + 220;
  while (performance.now() < end);
  return 'Busy';
}

test('a part that blocks the server is reported, and the one beside it is not', async () => {
  expect(await renderToHtml(page({ fast: () => 'Fast', busy }), 'product', failures)).toContain('Busy');
  expect(blocked).toEqual([{ plugin: 'busy', place: 'product.tabs' }]);
});

test('a part that blocks the server inside another part is reported, and the outer one is not', async () => {
  const badge = createElement(PluginPart, {
    key: 1,
    part: { plugin: 'badges', place: 'card.badge' },
    Content: busy,
    props: {},
  });
  expect(await renderToHtml(page({ collections: () => ['Row', badge] }), 'home', failures)).toContain('Busy');
  expect(blocked).toEqual([{ plugin: 'badges', place: 'card.badge' }]);
});

test('a component of the shop that does not load fails its page, but pauses no parts of plug-ins', async () => {
  const Never = lazy(() => new Promise<{ default: () => string }>(() => undefined));
  const broken = createElement(Suspense, null, createElement(Never));
  const limits = { limitMs: 20, pauseMs: 60_000 };
  await expect(renderToHtml(broken, 'about', failures, limits)).rejects.toThrow('not rendered within 20 ms');
  expect(await render(() => 'Stars')).toContain('Stars');
  expect(errors).toEqual([]);
});

test('a lazy component is waited for', async () => {
  const Late = lazy(async () => ({ default: () => 'Late' }));
  const about = createElement(Suspense, null, createElement(Late));
  expect(await renderToHtml(about, 'product', failures)).toContain('Late');
  expect([...failures.routes]).toEqual([]);
});

test('an error outside of plug-ins fails the page', async () => {
  await expect(renderToHtml(createElement(Suspense, null, createElement(broken)), 'product', failures)).rejects.toThrow(
    'The part is broken',
  );
});
