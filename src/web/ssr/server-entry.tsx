import { text } from 'node:stream/consumers';
import { renderToString } from 'react-dom/server';
import { type EntryContext, type RouterContextProvider, ServerRouter } from 'react-router';
import { LoadedBlurredPictures } from '#web/shared/catalogue/blurred-picture.tsx';
import { setFragmentRenderer } from '#web/ui/cached-fragment.tsx';
import { blurredPicturesContext, documentContext, partFailuresContext } from './load-context.ts';
import { isComplete, renderToHtml } from './render-to-html.ts';
import { type PageScripts, pageBytes, pageStart } from './start-page.ts';

// The caller must use the same copy of the router as the renderer.
export { createRequestHandler, RouterContextProvider } from 'react-router';
export { KNOWN_SCRIPTS } from './known-scripts.ts';
export {
  apiContext,
  blurredPicturesContext,
  documentContext,
  originContext,
  partFailuresContext,
} from './load-context.ts';

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
  const stream = serverHandoffStream ? await text(serverHandoffStream) : 'null\n';
  const { manifest, assets } = startOf(context);
  const router = (
    <LoadedBlurredPictures value={loadContext.get(blurredPicturesContext).loaded}>
      <ServerRouter context={{ ...context, manifest }} url={request.url} />
    </LoadedBlurredPictures>
  );
  const route = context.staticHandlerContext.matches.at(-1)?.route.id ?? '';
  const html = await renderToHtml(router, route, loadContext.get(partFailuresContext));
  const start = pageStart({ context: context.serverHandoffString ?? '{}', stream, assets });
  // As bytes: by now the context is old for the garbage collector, which would keep a text in it for long.
  loadContext.set(documentContext, pageBytes(html, start));
  return new Response(null, { status, headers });
}

// In development a cached fragment would hide changes to its component. React allows a render within a render.
if (import.meta.env.PROD) {
  setFragmentRenderer((element) => {
    const html = renderToString(element);
    return isComplete(html) ? html : null;
  });
}

interface RouteStart {
  /**
   * The manifest with the matched routes only. The router creates a route object for each entry on every request; for all
   * routes, that is a tenth of the rendering time. Requires `routeDiscovery: initial`.
   */
  readonly manifest: EntryContext['manifest'];
  /** `PageScripts` as JSON. */
  readonly assets: string;
}

/** Per manifest, which changes only in development, and the ids of the matched routes. */
const starts = new WeakMap<EntryContext['manifest'], Map<string, RouteStart>>();

/** What the start of a page needs, the same for all pages of a route. */
function startOf({ manifest, staticHandlerContext }: Pick<EntryContext, 'manifest' | 'staticHandlerContext'>) {
  const ids = staticHandlerContext.matches.map(({ route }) => route.id);
  const known = starts.get(manifest) ?? new Map<string, RouteStart>();
  starts.set(manifest, known);
  const key = ids.join();
  const start = known.get(key) ?? createRouteStart(manifest, ids);
  known.set(key, start);
  return start;
}

function createRouteStart(manifest: EntryContext['manifest'], ids: readonly string[]): RouteStart {
  const { entry, url } = manifest;
  const matched = ids.map((id) => [id, manifest.routes[id]] as const);
  const routes = matched.flatMap(([id, route]) => (route ? [{ ...route, id }] : []));
  const files = [
    url,
    entry.module,
    ...entry.imports,
    ...routes.flatMap(({ module, imports = [] }) => [module, ...imports]),
  ];
  const assets: PageScripts = {
    manifest: url,
    entry: entry.module,
    modules: routes.map(({ id, module }) => [id, module]),
    files: [...new Set(files)],
  };
  return {
    manifest: { ...manifest, routes: Object.fromEntries(matched) as EntryContext['manifest']['routes'] },
    assets: JSON.stringify(assets),
  };
}
