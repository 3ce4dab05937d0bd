import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { ReactElement } from 'react';
import { renderToPipeableStream, renderToString } from 'react-dom/server';
import { pausePartsOnServer } from '../plugins/paused-parts.ts';
import type { PartFailures } from './load-context.ts';

/** React's marker for a lazy component that has not loaded yet. In page text it would be escaped. */
const INCOMPLETE = '<!--$!-->';
/** A rare part of `INCOMPLETE`, searched for first: `<` is everywhere in a page, so searching for the whole takes ten times as long. */
const RARE = '$!--';

export const isComplete = (html: string): boolean => !html.includes(RARE) || !html.includes(INCOMPLETE);

/** The component around each part of a plug-in (`plugins/create-slot.tsx`), as React names it in component stacks. */
const PLUGIN_PART = /\bat PluginPart\b/;

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
  if (!failures.routes.has(route)) {
    const html = renderToString(page);
    if (isComplete(html)) return html;
  }
  failures.routes.delete(route);
  const onPartFailure = (error: unknown) => {
    failures.routes.add(route);
    failures.report(error);
  };
  return renderWithLazyParts(page, onPartFailure, limits);
}

function renderWithLazyParts(
  page: ReactElement,
  onPartFailure: (error: unknown) => void,
  { limitMs, pauseMs }: typeof LIMITS,
): Promise<string> {
  const late = new Error(`A part of the page was not rendered within ${limitMs} ms`);
  let limit: NodeJS.Timeout | undefined;
  const rendered = new Promise<string>((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(page, {
      // One chunk: nothing is streamed.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady() {
        const body = new PassThrough();
        text(body).then(resolve, reject);
        pipe(body);
      },
      onShellError: reject,
      onError(error, { componentStack = '' }) {
        if (!PLUGIN_PART.test(componentStack)) return reject(error);
        if (error === late) pausePartsOnServer(pauseMs);
        onPartFailure(error);
      },
    });
    limit = setTimeout(() => abort(late), limitMs);
  });
  return rendered.finally(() => clearTimeout(limit));
}
