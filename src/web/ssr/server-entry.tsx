import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { renderToPipeableStream } from 'react-dom/server';
import { type EntryContext, ServerRouter } from 'react-router';

// What the caller needs of the same copy of the router that renders.
export { createRequestHandler, RouterContextProvider } from 'react-router';
export { apiContext, originContext } from './load-context.ts';

/**
 * Renders the whole page before the first byte leaves: its bytes are kept for everybody, and its inline scripts are
 * allowed by their hashes, which are known only when the page is complete.
 */
export default function renderDocument(request: Request, status: number, headers: Headers, context: EntryContext) {
  return new Promise<Response>((resolve, reject) => {
    headers.set('Content-Type', 'text/html; charset=utf-8');
    const { pipe } = renderToPipeableStream(<ServerRouter context={context} url={request.url} />, {
      // One piece: pages have no parts that come later.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady() {
        const body = new PassThrough();
        text(body).then((html) => resolve(new Response(scriptsLast(html), { status, headers })), reject);
        pipe(body);
      },
      onShellError: reject,
      onError: reject,
    });
  });
}

/** The page reads without its scripts: on a slow line they let its styles, its face and its first picture go ahead. */
const scriptsLast = (html: string) =>
  html.replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"');
