import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { ReactElement } from 'react';
import { renderToPipeableStream, renderToString } from 'react-dom/server';
import { PartPaused, partInStack, pausePart, takeBlockingParts } from '../plugins/server-part.tsx';
import type { PartFailures } from './load-context.ts';

/** React's marker for a lazy component that has not loaded yet. In page text it would be escaped. */
const INCOMPLETE = '<!--$!-->';
/** A rare part of `INCOMPLETE`, searched for first: `<` is everywhere in a page, so searching for the whole takes ten times as long. */
const RARE = '$!--';

export const isComplete = (html: string): boolean => !html.includes(RARE) || !html.includes(INCOMPLETE);

/** Lazy components load much faster, but a plug-in's part may suspend forever. */
const LIMITS = { limitMs: 5_000, pauseMs: 10_000 };

/**
 * Renders a page at once, or waits for its lazy components, which load once per process. A part of a plug-in that fails is left
 * out; any other error fails the page. A failed part and a lazy component that has not loaded look the same to
 * `renderToString`: a route with a failing part is rendered twice the first time, and then directly with the slower renderer
 * until its parts work again.
 */
export async function renderToHtml(
  page: ReactElement,
  route: string,
  failures: PartFailures,
  limits = LIMITS,
): Promise<string> {
  try {
    if (!failures.routes.has(route)) {
      const html = renderToString(page);
      if (isComplete(html)) return html;
    }
    failures.routes.delete(route);
    const onPartLeftOut = () => {
      failures.routes.add(route);
      failures.onLeftOut();
    };
    return await renderWithLazyParts(page, { ...failures, onLeftOut: onPartLeftOut }, limits);
  } finally {
    for (const { part, ms } of takeBlockingParts()) failures.reports.blocked(part, ms);
  }
}

async function renderWithLazyParts(
  page: ReactElement,
  { reports, onLeftOut }: Pick<PartFailures, 'reports' | 'onLeftOut'>,
  { limitMs, pauseMs }: typeof LIMITS,
): Promise<string> {
  const late = new Error(`A part of the page was not rendered within ${limitMs} ms`);
  const { promise: ready, resolve, reject } = Promise.withResolvers<void>();
  const { pipe, abort } = renderToPipeableStream(page, {
    // One chunk: nothing is streamed.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    onAllReady: resolve,
    onShellError: reject,
    onError(error, { componentStack = '' }) {
      if (error instanceof PartPaused) return onLeftOut();
      const part = partInStack(componentStack);
      if (!part) return reject(error);
      onLeftOut();
      if (error === late) {
        pausePart(part, pauseMs);
        reports.timedOut(part, pauseMs);
      } else {
        reports.failed(part, error);
      }
    },
  });
  const limit = setTimeout(() => abort(late), limitMs);
  await ready.finally(() => clearTimeout(limit));
  // Not within `onAllReady`: React calls it while it aborts, and reports the aborted tasks that it has not removed yet.
  const body = new PassThrough();
  pipe(body);
  return text(body);
}
