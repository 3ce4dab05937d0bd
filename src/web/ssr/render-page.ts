import { createHash } from 'node:crypto';
import type { ServerBuild } from 'react-router';
import type { Api } from '#web/api/calls.ts';
import type { BlurredPicture } from '#web/shared/catalogue/blurred-picture.tsx';
import type { BlurredPictures, PartReports } from './load-context.ts';
import type * as serverEntry from './server-entry.tsx';

export interface PageRequest {
  readonly method: string;
  /** Path and query, such as `/products?page=2`. */
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

export interface RenderedPage {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** A part of a plug-in failed and was left out. */
  readonly isIncomplete?: boolean;
}

export interface PageRendererOptions {
  /** The server build, build/pages/server/index.js. */
  readonly build: ServerBuild;
  /** The in-process API; an error with a numeric `status` below 500 is a refusal, any other a failure. */
  readonly api: Api;
  /** The blurred picture for the address of a picture; null: it has none. */
  readonly readBlurred: (src: string) => Promise<BlurredPicture | null>;
  /** The shop's origin, without a trailing slash. */
  readonly origin: string;
  /** Told about parts of plug-ins that could not be rendered; pages go on without them. */
  readonly partReports: PartReports;
  /** `development`: errors reach the browser with their message and stack. */
  readonly mode?: 'production' | 'development';
}

export interface PageRenderer {
  readonly render: (request: PageRequest) => Promise<RenderedPage>;
  /** Sources for `script-src`, such as `'sha256-…'`, that allow the shop's own inline scripts and no others. */
  readonly scriptHashes: readonly string[];
}

/**
 * Renders pages inside this process. Pages contain nothing about the visitor (the browser knows who is signed in), so
 * their bytes can be cached and shared.
 */
export function createPageRenderer({
  build,
  api,
  readBlurred,
  origin,
  partReports,
  mode = 'production',
}: PageRendererOptions): PageRenderer {
  // The build types its entry as what the router needs; ours exports more.
  const entry = build.entry.module as unknown as typeof serverEntry;
  const {
    apiContext,
    blurredPicturesContext,
    documentContext,
    originContext,
    partFailuresContext,
    RouterContextProvider,
  } = entry;
  const failedRoutes = new Set<string>();
  const createHandler = (routes: Routes) => entry.createRequestHandler({ ...build, routes }, mode);
  const handleAny = createHandler(build.routes);
  const segments = ['', ...Object.keys(build.routes).map((id) => firstSegment(build.routes, id))];
  const handlers = new Map(segments.map((first) => [first, createHandler(routesFor(build.routes, first))]));
  const handlerFor = (url: string) => {
    const first = firstSegmentOfUrl(url);
    return first === undefined ? handleAny : (handlers.get(first) ?? handlers.get('') ?? handleAny);
  };

  const render: PageRenderer['render'] = async ({ method, url, headers = {}, signal }) => {
    const context = new RouterContextProvider();
    context.set(apiContext, api);
    context.set(originContext, origin);
    context.set(blurredPicturesContext, blurredPictures(readBlurred));
    let isIncomplete = false;
    const onLeftOut = (): void => {
      isIncomplete = true;
    };
    context.set(partFailuresContext, { reports: partReports, onLeftOut, routes: failedRoutes });
    const request = new Request(new URL(url, origin), { method, headers, ...(signal ? { signal } : {}) });
    const response = await handlerFor(url)(request, context);
    const body = context.get(documentContext) ?? Buffer.from(await response.arrayBuffer());
    return { status: response.status, headers: Object.fromEntries(response.headers), body, isIncomplete };
  };
  return { render, scriptHashes: entry.KNOWN_SCRIPTS.map(cspHash) };
}

function blurredPictures(read: PageRendererOptions['readBlurred']): BlurredPictures {
  const loaded = new Map<string, BlurredPicture>();
  const load = async (src: string | null | undefined) => {
    const blurred = src ? await read(src).catch(() => null) : null;
    if (src && blurred) loaded.set(src, blurred);
  };
  return { loaded, load };
}

const cspHash = (script: string): string => `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

type Routes = ServerBuild['routes'];

/** The first segment of a route's full path, such as `products`; empty for the home page and for layout routes. */
function firstSegment(routes: Routes, id: string): string {
  const { path = '', parentId } = routes[id] ?? {};
  return (parentId && firstSegment(routes, parentId)) || (path.split('/')[0] ?? '').toLowerCase();
}

/** A parameter, an optional segment or a splat: matches more than its own text. */
const DYNAMIC = /[:*?]/;

/**
 * The routes that can match a path with this first segment. The router tries all routes of a build, one after the other, long paths
 * first.
 */
function routesFor(routes: Routes, first: string): Routes {
  const canMatch = (id: string) => {
    const own = firstSegment(routes, id);
    return own === '' || own === first || DYNAMIC.test(own);
  };
  return Object.fromEntries(Object.entries(routes).filter(([id]) => canMatch(id)));
}

/** In lower case, as the router compares it; undefined for a URL that the router may read differently, such as one with encoded letters. */
const firstSegmentOfUrl = (url: string): string | undefined =>
  /^\/(?!\/)([\w-]*)(?:\/[\w/-]*)?(?:\?|$)/.exec(url)?.[1]?.toLowerCase();
