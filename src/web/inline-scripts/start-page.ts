// At the end of the body: waits until the browser reports its first paint, fetches the scripts and hydrates. Until then, styles, the
// heading font and the first picture have the whole bandwidth. An animation frame would be too early: on a busy machine its paint
// reaches the screen long after its callbacks. A background tab has no paint, and a browser that resists fingerprinting reports none:
// then the page starts at once, or soon after it has loaded. Data is read from the block before this script (ssr/start-page.ts), so the
// script is the same on every page.
const block = document.currentScript?.previousElementSibling?.textContent ?? '';
const { context, data, deferred, assets } = JSON.parse(block);
let isStarted = false;

function start(): void {
  if (isStarted) return;
  isStarted = true;
  for (const href of assets.files) {
    const link = document.createElement('link');
    document.head.append(Object.assign(link, { rel: 'modulepreload', href, fetchPriority: 'low' }));
  }
  const { body } = new Response(`${JSON.stringify(data)}\n${deferred}`);
  const scripts = [assets.manifest, ...assets.modules.map(([, file]: [string, string]) => file)];
  const imports = scripts.map((file: string) => import(file));
  Object.assign(window, { __reactRouterContext: { ...context, stream: body } });
  window.pageModules = Promise.all(imports).then(([, ...modules]) => {
    const ids = assets.modules.map(([id]: [string, string]) => id);
    const loaded = Object.fromEntries(ids.map((id: string, index: number) => [id, modules[index]]));
    Object.assign(window, { __reactRouterRouteModules: loaded });
  });
  import(assets.entry);
}

if (document.hidden) start();
else {
  new PerformanceObserver(start).observe({ type: 'paint', buffered: true });
  addEventListener('load', () => setTimeout(start, 300));
}
