import { text } from 'node:stream/consumers';
import { renderToString } from 'react-dom/server';
import { type EntryContext, type RouterContextProvider, ServerRouter } from 'react-router';
import { cacheFragments } from '#web/ui/cached-fragment.tsx';
import { documentContext, partFailuresContext } from './load-context.ts';
import { isComplete, renderToHtml } from './render-to-html.ts';
import { type PageStart, withPageStart } from './start-page.ts';

// The caller must use the same copy of the router as the renderer.
export { createRequestHandler, RouterContextProvider } from 'react-router';
export { KNOWN_SCRIPTS } from './known-scripts.ts';
export { apiContext, documentContext, originContext, partFailuresContext } from './load-context.ts';

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
  const route = context.staticHandlerContext.matches.at(-1)?.route.id ?? '';
  const html = (await renderToHtml(page, route, loadContext.get(partFailuresContext))).replace(DOCTYPE, '');
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
