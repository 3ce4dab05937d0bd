import { RouterContextProvider } from 'react-router';
import { expect, test } from 'vitest';
import type { AnyRefusal } from '#contract/refusals.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { Api } from '#web/api/calls.ts';
import { apiContext } from '#web/ssr/load-context.ts';
import { pageLoaders } from './page-loaders.ts';

const page = pageLoaders()(({ call, params, url }) =>
  call('GET /notes/{id}', { params: { id: params.slug }, query: { sort: url.searchParams.get('sort') } } as never),
);

/** What the page's loader throws when its endpoint refuses. */
async function thrownFor(refusal: AnyRefusal, errors?: Record<string, string[]>) {
  const context = new RouterContextProvider();
  const refused = new Refusal(refusal, errors && { errors });
  context.set(apiContext, (async () => Promise.reject(refused)) as unknown as Api);
  const request = new Request('http://shop.example/notes/x');
  const input = { context, params: { slug: 'x' }, request } as unknown as Parameters<typeof page.loader>[0];
  try {
    await page.loader(input);
  } catch (error) {
    return error === refused ? 'the refusal' : (error as { init?: { status?: number } }).init?.status;
  }
  return undefined;
}

test('a page whose endpoint finds nothing, or cannot read its path, is not found', async () => {
  expect(await thrownFor('product.not_found')).toBe(404);
  expect(await thrownFor('request.invalid', { id: ['Too long.'] })).toBe(404);
  expect(await thrownFor('request.invalid', { id: ['Too long.'], sort: ['Unknown.'] })).toBe(404);
});

test('other refusals with 422 are errors of the page', async () => {
  expect(await thrownFor('request.invalid', { sort: ['Unknown.'] })).toBe('the refusal');
  expect(await thrownFor('request.invalid')).toBe('the refusal');
  expect(await thrownFor({ code: 'notes.broken', status: 422, message: 'Broken.' } as never)).toBe('the refusal');
});
