import { createHash } from 'node:crypto';
import type { ServerBuild } from 'react-router';
import type { Api } from '#web/api/calls.ts';
import type { BlurredPicture } from '#web/shared/catalogue/blurred-picture.tsx';
import type { BlurredPictures } from './load-context.ts';
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
  /** Called with the error of each part of a plug-in that could not be rendered; the page goes on without it. */
  readonly onPartFailure?: (error: unknown) => void;
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
  onPartFailure = console.error,
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
  const handleAny = entry.createRequestHandler(build, mode);
  const handlePublic = entry.createRequestHandler({ ...build, routes: publicRoutesOf(build) }, mode);

  const render: PageRenderer['render'] = async ({ method, url, headers = {}, signal }) => {
    const context = new RouterContextProvider();
    context.set(apiContext, api);
    context.set(originContext, origin);
    context.set(blurredPicturesContext, blurredPictures(readBlurred));
    let isIncomplete = false;
    const report = (error: unknown): void => {
      isIncomplete = true;
      onPartFailure(error);
    };
    context.set(partFailuresContext, { report, routes: failedRoutes });
    const request = new Request(new URL(url, origin), { method, headers, ...(signal ? { signal } : {}) });
    const handle = isPublic(url) ? handlePublic : handleAny;
    const response = await handle(request, context);
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

/**
 * The routes except those of accounts and the back office, which are half of them. The router tries one after the other, long
 * paths first.
 */
function publicRoutesOf(build: ServerBuild): ServerBuild['routes'] {
  const isSection = (id: string | undefined): boolean => {
    const route = id === undefined ? undefined : build.routes[id];
    return route !== undefined && (SECTIONS.includes(route.path ?? '') || isSection(route.parentId));
  };
  return Object.fromEntries(Object.entries(build.routes).filter(([id]) => !isSection(id)));
}

const SECTIONS = ['admin', 'dashboard'];

/** The router also finds them by addresses in capitals, or with encoded letters. */
const isPublic = (url: string): boolean =>
  /^\/(?!\/)[\w/-]*(?:\?|$)/.test(url) && !/^\/(?:admin|dashboard)\b/i.test(url);
