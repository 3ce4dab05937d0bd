import { setTimeout as sleep } from 'node:timers/promises';
import { createElement, lazy, Suspense, use } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { PluginPart } from '../plugins/create-slot.tsx';
import { renderToHtml } from './render-to-html.ts';

let rendered: number;
let errors: unknown[];
let failures: Parameters<typeof renderToHtml>[2];
beforeEach(() => {
  rendered = 0;
  errors = [];
  failures = { report: (error) => errors.push(error), routes: new Set() };
});

const Page = ({ part }: { part: Parameters<typeof PluginPart>[0]['Content'] }) => {
  rendered += 1;
  return createElement(
    'main',
    null,
    'Lamp',
    createElement(Suspense, null, createElement(PluginPart, { Content: part, props: {} })),
  );
};
const render = (part: () => string, route = 'product') => renderToHtml(createElement(Page, { part }), route, failures);

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

test('a part that never resolves delays one page, and then none for a while', async () => {
  const never = new Promise<string>(() => undefined);
  const limits = { limitMs: 50, pauseMs: 500 };
  const show = (part: () => string) =>
    renderToHtml(createElement(Page, { part }), 'product', failures, { ...limits, limitMs: 60_000 });
  expect(await renderToHtml(createElement(Page, { part: () => use(never) }), 'product', failures, limits)).toContain(
    'Lamp',
  );
  expect(errors).toHaveLength(1);
  expect(await show(() => use(never))).toContain('Lamp');
  await sleep(limits.pauseMs);
  expect(await show(() => 'Stars')).toContain('Stars');
});

test('a component of the shop that does not load fails its page, but pauses no parts of plug-ins', async () => {
  const Never = lazy(() => new Promise<{ default: () => string }>(() => undefined));
  const page = createElement(Suspense, null, createElement(Never));
  const limits = { limitMs: 20, pauseMs: 60_000 };
  await expect(renderToHtml(page, 'about', failures, limits)).rejects.toThrow('not rendered within 20 ms');
  expect(await render(() => 'Stars')).toContain('Stars');
  expect(errors).toEqual([]);
});

test('a lazy component is waited for', async () => {
  const Late = lazy(async () => ({ default: () => 'Late' }));
  const page = createElement(Suspense, null, createElement(Late));
  expect(await renderToHtml(page, 'product', failures)).toContain('Late');
  expect([...failures.routes]).toEqual([]);
});

test('an error outside of plug-ins fails the page', async () => {
  await expect(renderToHtml(createElement(Suspense, null, createElement(broken)), 'product', failures)).rejects.toThrow(
    'The part is broken',
  );
});
