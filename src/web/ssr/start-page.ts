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

/**
 * Starts the page: waits until the browser reports its first paint, fetches the scripts and hydrates. Until then,
 * styles, the heading font and the first picture have the whole bandwidth. An animation frame would be too early: on a
 * busy machine its paint reaches the screen long after its callbacks. A background tab has no paint, and a browser that
 * resists fingerprinting reports none: then the page starts at once, or soon after it has loaded. Data is read from
 * the block before this script, so the script is the same on every page.
 */
export const startPage = `((block) => {
  const { context, data, deferred, assets } = JSON.parse(block.textContent);
  let isStarted = false;
  const start = () => {
    if (isStarted) return;
    isStarted = true;
    for (const href of assets.files) {
      document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href, fetchPriority: "low" }));
    }
    window.__reactRouterContext = { ...context, stream: new Response(JSON.stringify(data) + "\\n" + deferred).body };
    const imports = [assets.manifest, ...assets.modules.map(([, file]) => file)].map((file) => import(file));
    window.pageModules = Promise.all(imports).then(([, ...modules]) => {
      window.__reactRouterRouteModules = Object.fromEntries(assets.modules.map(([id], at) => [id, modules[at]]));
    });
    import(assets.entry);
  };
  if (document.hidden) start();
  else {
    new PerformanceObserver(start).observe({ type: "paint", buffered: true });
    addEventListener("load", () => setTimeout(start, 300));
  }
})(document.currentScript.previousElementSibling)`;

/** What `startPage` reads from the block, already as JSON. */
interface PageStart {
  /** The router's settings for `window.__reactRouterContext`. */
  readonly context: string;
  /** Loader data in the router's encoding: a line of JSON, then one for each value that a loader has not awaited. */
  readonly stream: string;
  /** `PageScripts`: the same on all pages of a route. */
  readonly assets: string;
}

/** The page's data as an inert block, and the script that starts the page. */
export function pageStart({ context, stream, assets }: PageStart): string {
  const end = stream.indexOf('\n');
  const deferred = JSON.stringify(stream.slice(end + 1));
  const page = `{"context":${context},"data":${stream.slice(0, end)},"deferred":${deferred},"assets":${assets}}`;
  // `<` could end the block or start a comment in it (https://html.spec.whatwg.org/#restrictions-for-contents-of-script-elements).
  const block = `<script type="application/json" id="page-start">${page.replaceAll('<', '\\u003c')}</script>`;
  return `${block}<script>${startPage}</script>`;
}

const DOCTYPE = '<!DOCTYPE html>';
const END = '</body>';

/**
 * The page as it is sent, with `start` at the end of its body. Encoded in parts: a joined text would be one more copy, with two
 * bytes per character.
 * @param html as React has rendered it
 */
export function pageBytes(html: string, start: string): Buffer {
  const end = html.lastIndexOf(END);
  const body = end < 0 ? html.length : end;
  const parts = [html.startsWith(DOCTYPE) ? '' : DOCTYPE, html.slice(0, body), start, html.slice(body)];
  const bytes = Buffer.allocUnsafeSlow(parts.reduce((sum, part) => sum + Buffer.byteLength(part), 0));
  let at = 0;
  for (const part of parts) at += bytes.write(part, at);
  return bytes;
}
