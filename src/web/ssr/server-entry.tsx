import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { ReactElement } from 'react';
import { renderToPipeableStream, renderToString } from 'react-dom/server';
import { type EntryContext, type RouterContextProvider, ServerRouter } from 'react-router';
import { cacheFragments } from '#web/ui/cached-fragment.tsx';
import { documentContext, partFailureContext } from './load-context.ts';
import { type PageStart, withPageStart } from './start-page.ts';

// The caller must use the same copy of the router as the renderer.
export { createRequestHandler, RouterContextProvider } from 'react-router';
export { KNOWN_SCRIPTS } from './known-scripts.ts';
export { apiContext, documentContext, originContext, partFailureContext } from './load-context.ts';

/**
 * Renders the whole page before the first byte is sent: the page is cached and shared by all visitors. The HTML is passed
 * in the load context next to an empty response, because a response body would be encoded and decoded again.
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
  const page = <ServerRouter context={{ ...context, manifest: matchedRoutes(context) }} url={request.url} />;
  const rendered = renderToString(page);
  const html = isComplete(rendered)
    ? rendered
    : (await renderWithLazyParts(page, loadContext.get(partFailureContext))).replace(DOCTYPE, '');
  // In development a cached fragment would hide changes to its component.
  if (import.meta.env.PROD) cacheFragments(renderToString, isComplete);
  loadContext.set(documentContext, DOCTYPE + withPageStart(html, pageStart(context, stream)));
  return new Response(null, { status, headers });
}

const DOCTYPE = '<!DOCTYPE html>';

/**
 * The manifest with the matched routes only. The router creates a route object for each entry on every request; for all
 * routes, that is a tenth of the rendering time. Requires `routeDiscovery: initial`.
 */
function matchedRoutes({ manifest, staticHandlerContext }: Pick<EntryContext, 'manifest' | 'staticHandlerContext'>) {
  const routes = staticHandlerContext.matches.map(({ route }) => [route.id, manifest.routes[route.id]]);
  return { ...manifest, routes: Object.fromEntries(routes) as EntryContext['manifest']['routes'] };
}

/** React's marker for a lazy component that has not loaded yet. In page text it would be escaped. */
const isComplete = (html: string): boolean => !html.includes('<!--$!-->');

/** The component around each part of a plug-in (`plugins/create-slot.tsx`), as React names it in component stacks. */
const PLUGIN_PART = /\bat PluginPart\b/;

/**
 * Waits for lazy components, which load once per process. A part of a plug-in that fails is left out; any other error fails
 * the page.
 */
function renderWithLazyParts(page: ReactElement, onPartFailure: (error: unknown) => void): Promise<string> {
  return new Promise((resolve, reject) => {
    const { pipe } = renderToPipeableStream(page, {
      // One chunk: nothing is streamed.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady() {
        const body = new PassThrough();
        text(body).then(resolve, reject);
        pipe(body);
      },
      onShellError: reject,
      onError(error, { componentStack = '' }) {
        if (PLUGIN_PART.test(componentStack)) onPartFailure(error);
        else reject(error);
      },
    });
  });
}

/** The data that the router's `<Scripts>` would write into inline scripts. */
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
