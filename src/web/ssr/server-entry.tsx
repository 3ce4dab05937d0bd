import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { ReactElement } from 'react';
import { renderToPipeableStream, renderToString } from 'react-dom/server';
import { type EntryContext, type RouterContextProvider, ServerRouter } from 'react-router';
import { keepStills } from '#web/ui/still.tsx';
import { documentContext } from './load-context.ts';
import { type PageStart, withPageStart } from './start-page.ts';

// What the caller needs of the same copy of the router that renders.
export { createRequestHandler, RouterContextProvider } from 'react-router';
export { KNOWN_SCRIPTS } from './known-scripts.ts';
export { apiContext, documentContext, originContext } from './load-context.ts';

/**
 * Renders the whole page before the first byte leaves: its bytes are kept for everybody. It leaves as a text beside an
 * empty response, for a response would make bytes of it, and text of these again.
 */
export default async function renderDocument(
  request: Request,
  status: number,
  headers: Headers,
  { serverHandoffStream, ...context }: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  headers.set('Content-Type', 'text/html; charset=utf-8');
  const stream = serverHandoffStream ? await text(serverHandoffStream) : '';
  const page = <ServerRouter context={{ ...context, manifest: onTheWay(context) }} url={request.url} />;
  const atOnce = renderToString(page);
  const html = isWhole(atOnce) ? atOnce : (await renderInTime(page)).replace(DOCTYPE, '');
  // In development a cached fragment would outlive a change of its component.
  if (import.meta.env.PROD) keepStills(renderToString, isWhole);
  loadContext.set(documentContext, DOCTYPE + withPageStart(html, pageStart(context, stream)));
  return new Response(null, { status, headers });
}

const DOCTYPE = '<!DOCTYPE html>';

/**
 * The router makes its routes anew for each page, out of all that the manifest names; a page needs those it is made of.
 * (Were routes discovered while a visitor walks about, `routeDiscovery`, it would look for more.)
 */
function onTheWay({ manifest, staticHandlerContext }: Pick<EntryContext, 'manifest' | 'staticHandlerContext'>) {
  const routes = staticHandlerContext.matches.map(({ route }) => [route.id, manifest.routes[route.id]]);
  return { ...manifest, routes: Object.fromEntries(routes) as EntryContext['manifest']['routes'] };
}

/** React's mark of a part whose scripts were not there yet; in a text of the page it would be escaped. */
const isWhole = (html: string): boolean => !html.includes('<!--$!-->');

/** As it is done the first time that a page is asked for: waiting for the parts that are only being loaded. */
function renderInTime(page: ReactElement): Promise<string> {
  return new Promise((resolve, reject) => {
    const { pipe } = renderToPipeableStream(page, {
      // One piece: pages have no parts that come later.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady() {
        const body = new PassThrough();
        text(body).then(resolve, reject);
        pipe(body);
      },
      onShellError: reject,
      onError: reject,
    });
  });
}

/** What the router's `<Scripts>` would write into the page as code. */
function pageStart(
  { manifest, serverHandoffString = '{}', staticHandlerContext }: Omit<EntryContext, 'serverHandoffStream'>,
  stream: string,
): PageStart {
  const { entry, url } = manifest;
  const matched = staticHandlerContext.matches.map(({ route: { id } }) => [id, manifest.routes[id]] as const);
  const routes = matched.flatMap(([id, route]) => (route ? [{ ...route, id }] : []));
  const files = [
    url,
    entry.module,
    ...entry.imports,
    ...routes.flatMap(({ module, imports = [] }) => [module, ...imports]),
  ];
  return {
    context: JSON.parse(serverHandoffString),
    stream,
    manifest: url,
    entry: entry.module,
    modules: routes.map(({ id, module }) => [id, module]),
    files: [...new Set(files)],
  };
}
