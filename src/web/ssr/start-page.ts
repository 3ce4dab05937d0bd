declare global {
  interface Window {
    /** Resolves once the page's route modules have loaded. The entry shares a chunk with their imports. */
    pageModules: Promise<void>;
  }
}

/** The scripts of a page; the router's `<Scripts>` would write them into inline scripts. */
export interface PageScripts {
  /** URL of the route manifest. */
  readonly manifest: string;
  /** URL of the script that hydrates. */
  readonly entry: string;
  /** The page's route ids, with the URLs of their modules. */
  readonly modules: readonly (readonly [id: string, file: string])[];
  /** All scripts of the page, for parallel preloading. */
  readonly files: readonly string[];
}

/** What `startPage` needs to hydrate one page. */
export interface PageStart extends PageScripts {
  /** The router's settings for `window.__reactRouterContext`. */
  readonly context: object;
  /** Loader data in the router's encoding. */
  readonly stream: string;
}

/**
 * Starts the page: waits until the browser reports its first paint, fetches the scripts and hydrates. Until then,
 * styles, the heading font and the first picture have the whole bandwidth. An animation frame would be too early: on a
 * busy machine its paint reaches the screen long after its callbacks. A background tab has no paint, and a browser that
 * resists fingerprinting reports none: then the page starts at once, or soon after it has loaded. Data is read from
 * the block before this script, so the script is the same on every page.
 */
export const startPage = `((block) => {
  const page = JSON.parse(block.textContent);
  let isStarted = false;
  const start = () => {
    if (isStarted) return;
    isStarted = true;
    for (const href of page.files) {
      document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href, fetchPriority: "low" }));
    }
    window.__reactRouterContext = { ...page.context, stream: new Response(page.stream).body };
    const imports = [page.manifest, ...page.modules.map(([, file]) => file)].map((file) => import(file));
    window.pageModules = Promise.all(imports).then(([, ...modules]) => {
      window.__reactRouterRouteModules = Object.fromEntries(page.modules.map(([id], at) => [id, modules[at]]));
    });
    import(page.entry);
  };
  if (document.hidden) start();
  else {
    new PerformanceObserver(start).observe({ type: "paint", buffered: true });
    addEventListener("load", () => setTimeout(start, 300));
  }
})(document.currentScript.previousElementSibling)`;

const END = '</body>';

/**
 * The page with its data as an inert block and the script that starts it, at the end of the body.
 * @param html as React has rendered it
 */
export function withPageStart(html: string, page: PageStart): string {
  // `<` could end the block or start a comment in it (https://html.spec.whatwg.org/#restrictions-for-contents-of-script-elements).
  const data = JSON.stringify(page).replaceAll('<', '\\u003c');
  const scripts = `<script type="application/json" id="page-start">${data}</script><script>${startPage}</script>`;
  const end = html.lastIndexOf(END);
  return end < 0 ? html + scripts : html.slice(0, end) + scripts + html.slice(end);
}
