import type { Plugin } from 'vite';

const LIBRARY = 'react-router/dist/production/lib/';

/**
 * Whole modules of the router that this shop never switches on: route discovery (react-router.config.ts sends the whole
 * table), instrumentation, and link tags of single routes with their prefetching (there is one stylesheet, and root.tsx
 * links it).
 */
const UNUSED_MODULES: Readonly<Record<string, readonly string[]>> = {
  'dom/ssr/fog-of-war.js': [
    'isFogOfWarEnabled = () => false',
    'getPartialManifest = (manifest) => manifest',
    'getPatchRoutesOnNavigationFunction = () => undefined',
    'useFogOFWarDiscovery = () => undefined',
    'getManifestPath = undefined',
    'getPathsWithAncestors = undefined',
    'handleClientVersionMismatch = undefined',
  ],
  'dom/ssr/links.js': [
    'getKeyedLinksForMatches = () => []',
    'getKeyedPrefetchLinks = async () => []',
    'getModuleLinkHrefs = () => []',
    'getNewMatchesForLinks = () => []',
    'isPageLinkDescriptor = () => false',
    'prefetchRouteCss = async () => undefined',
    'prefetchStyleLinks = async () => undefined',
  ],
  'router/instrumentation.js': [
    'consumeInstrumentationClientResultMetaReceiver = () => undefined',
    'getRouteInstrumentationUpdates = () => ({})',
    'instrumentClientSideRouter = (router) => router',
    'instrumentHandler = undefined',
    'instrumentationResultMetaContext = undefined',
  ],
};

const NEVER = 'throw new Error("Left out of this build: scripts/unused-router-parts.ts");';

/**
 * Single functions, by what stands in for their bodies. The shop calls its API by itself, so no route has an action, a
 * fetcher or middleware; links do not prefetch; root.tsx brings its own error page.
 */
const UNUSED_FUNCTIONS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'router/router.js': {
    handleAction: NEVER,
    handleFetcherAction: NEVER,
    handleFetcherLoader: NEVER,
    fetch: NEVER,
    checkFogOfWar: 'return { active: false, matches: null };',
    discoverRoutes: NEVER,
    patchRoutesImpl: NEVER,
    defaultDataStrategyWithMiddleware: NEVER,
    runClientMiddlewarePipeline: 'return handler();',
    getUpdatedRevalidatingFetchers: 'return new Map();',
    abortStaleFetchLoads: 'return false;',
    markFetchRedirectsDone: 'return false;',
  },
  'dom/ssr/components.js': {
    usePrefetchBehavior: 'return [false, undefined, {}];',
    PrefetchPageLinks: 'return null;',
  },
  'dom/ssr/errorBoundaries.js': {
    RemixRootDefaultErrorBoundary: 'return "Oops! Something went wrong";',
  },
  'dom/ssr/single-fetch.js': {
    singleFetchActionStrategy: NEVER,
    singleFetchLoaderFetcherStrategy: NEVER,
    nonSsrStrategy: NEVER,
  },
  'hooks.js': {
    DefaultErrorComponent: 'return null;',
    RSCErrorHandler: 'return children;',
  },
};

/** A name for the developer tools keeps a component in the bundle that nobody renders. */
const DISPLAY_NAME = /^\w+\.displayName = "\w+";$/gm;

interface Node {
  readonly type: string;
  readonly id?: { readonly name: string } | null;
  readonly body?: { readonly start: number; readonly end: number };
}

/** Every function declared in a module, nested ones too. */
function functionsOf(node: unknown, found: Node[] = []): Node[] {
  if (Array.isArray(node)) for (const each of node) functionsOf(each, found);
  else if (node && typeof node === 'object') {
    if ('type' in node && node.type === 'FunctionDeclaration') found.push(node as Node);
    for (const each of Object.values(node)) functionsOf(each, found);
  }
  return found;
}

function withBodies(code: string, program: unknown, bodies: Readonly<Record<string, string>>): string {
  const places = Object.entries(bodies).map(([name, body]) => {
    const [declared, ...others] = functionsOf(program).filter(({ id }) => id?.name === name);
    if (!declared?.body || others.length > 0) throw new Error(`The router no longer has one function ${name}.`);
    return { ...declared.body, body };
  });
  return places
    .sort((one, other) => other.start - one.start)
    .reduce((text, { start, end, body }) => `${text.slice(0, start)}{ ${body} }${text.slice(end)}`, code);
}

/** Takes out of the browser's scripts what this shop never switches on in the router: some 8 of the 115 KiB of a page. */
export function withoutUnusedRouterParts(): Plugin {
  const left = new Set([...Object.keys(UNUSED_MODULES), ...Object.keys(UNUSED_FUNCTIONS)]);
  return {
    name: 'without-unused-router-parts',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    transform(code, id) {
      const [, part = ''] = id.replaceAll('\\', '/').split(LIBRARY);
      if (!part) return null;
      left.delete(part);
      const whole = UNUSED_MODULES[part];
      if (whole) return { code: whole.map((name) => `export const ${name};`).join('\n'), map: null };
      const bodies = UNUSED_FUNCTIONS[part] ?? {};
      return { code: withBodies(code, this.parse(code), bodies).replace(DISPLAY_NAME, ''), map: null };
    },
    buildEnd() {
      if (left.size > 0)
        this.error(`The router no longer has ${[...left].join(', ')}: see scripts/unused-router-parts.ts.`);
    },
  };
}
