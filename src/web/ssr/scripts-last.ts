const PRELOAD = /<link rel="modulepreload" href="([^"]+)"\/>/g;
const START = '<script type="module" async="">';
const END = '</script>';

/** Waits for the first paint, which a tab in the background will not see, and fetches and starts the scripts, all at once. */
const begin = (files: readonly string[]): string => `((script) => {
  const begin = () => {
    for (const href of ${JSON.stringify(files)}) {
      document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href, fetchPriority: "low" }));
    }
    document.body.append(Object.assign(document.createElement("script"), { type: "module", text: script.text }));
  };
  if (document.hidden) begin();
  else requestAnimationFrame(() => setTimeout(begin));
})(document.currentScript.previousElementSibling)`;

/**
 * The page reads without its scripts: styles, the face of the headings and the first picture have the line to themselves
 * until they are on the screen (on a phone's slow line the largest of them is there half a second earlier). So what the
 * router would fetch from the head on, in a hundred kilobytes, begins after the first paint. Its own script is inert until
 * then, and may run later because its hash stands in the policy like that of any other inline script.
 * @param data the script with what the loaders answered, which the router reads last.
 */
export function scriptsLast(html: string, data = ''): string {
  const start = html.lastIndexOf(START);
  if (start < 0) return html + data;
  const end = html.indexOf(END, start);
  // React lifts all that is fetched beforehand into the head; the long rest is neither searched nor copied.
  const body = html.indexOf('<body');
  const files = new Set<string>();
  const head = html.slice(0, body).replace(PRELOAD, (_, file: string) => {
    files.add(file);
    return '';
  });
  const code = html.slice(start + START.length, end);
  const scripts = `<script type="later">${code}${END}<script>${begin([...files])}${END}${data}`;
  return head + html.slice(body, start) + scripts + html.slice(end + END.length);
}
