declare global {
  interface Window {
    /** Settled once the modules of the page's routes are there. The entry shares a file with what they import. */
    pageModules: Promise<void>;
  }
}

/** What `startPage` needs to hydrate one page. */
export interface PageStart {
  /** The router's settings, which it reads as `window.__reactRouterContext`. */
  readonly context: object;
  /** What the loaders answered, in the router's own encoding. */
  readonly stream: string;
  /** Address of the route table. */
  readonly manifest: string;
  /** Address of the script that hydrates. */
  readonly entry: string;
  /** The routes of this page by their ids, and the addresses of their modules. */
  readonly modules: readonly (readonly [id: string, file: string])[];
  /** All scripts of the page, to be fetched at once. */
  readonly files: readonly string[];
}

/**
 * Starts the page: waits for the first paint, which a tab in the background does not get, fetches the scripts and
 * hydrates. Styles, the face of the headings and the first picture have the line to themselves until then. Data is read
 * from the block before this script, so that this text is the same on every page.
 */
export const startPage = `((block) => {
  const page = JSON.parse(block.textContent);
  const start = () => {
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
  else requestAnimationFrame(() => setTimeout(start));
})(document.currentScript.previousElementSibling)`;

const END = '</body>';

/**
 * The page with its data as an inert block and the script that starts it, at the end of the body.
 * @param html as React has rendered it
 */
export function withPageStart(html: string, page: PageStart): string {
  // Neither ends the block nor begins a comment in it (https://html.spec.whatwg.org/#restrictions-for-contents-of-script-elements).
  const data = JSON.stringify(page).replaceAll('<', '\\u003c');
  const scripts = `<script type="application/json" id="page-start">${data}</script><script>${startPage}</script>`;
  const end = html.lastIndexOf(END);
  return end < 0 ? html + scripts : html.slice(0, end) + scripts + html.slice(end);
}
