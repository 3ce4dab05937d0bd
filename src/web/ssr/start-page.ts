import startPage from '#web/inline-scripts/start-page.ts?inline-script';

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

/** What `startPage` reads from the block, already as JSON. */
interface PageStart {
  /** The router's settings for `window.__reactRouterContext`. */
  readonly context: string;
  /** Loader data in the router's encoding: a line of JSON, then one for each value that a loader has not awaited. */
  readonly stream: string;
  /** `PageScripts`: the same on all pages of a route. */
  readonly assets: string;
}

/** `<` could end the block or start a comment in it (https://html.spec.whatwg.org/#restrictions-for-contents-of-script-elements). */
const inBlock = (json: string): string => json.replaceAll('<', '\\u003c');

/**
 * The page's data as an inert block, and the script that starts the page. Returned in parts for `pageBytes`, because the data
 * is most of the text and joining would copy it.
 */
export function pageStart({ context, stream, assets }: PageStart): readonly string[] {
  const end = stream.indexOf('\n');
  const deferred = JSON.stringify(stream.slice(end + 1));
  return [
    `<script type="application/json" id="page-start">{"context":${inBlock(context)},"data":`,
    inBlock(stream.slice(0, end)),
    `,"deferred":${inBlock(deferred)},"assets":${inBlock(assets)}}</script><script>${startPage}</script>`,
  ];
}

const DOCTYPE = '<!DOCTYPE html>';
const END = '</body>';

/**
 * The page as it is sent, with `start` at the end of its body. Encoded in parts: a joined text would be one more copy, with two
 * bytes per character.
 * @param html as React has rendered it
 */
export function pageBytes(html: string, start: readonly string[]): Buffer {
  const end = html.lastIndexOf(END);
  const body = end < 0 ? html.length : end;
  const parts = [html.startsWith(DOCTYPE) ? '' : DOCTYPE, html.slice(0, body), ...start, html.slice(body)];
  const bytes = Buffer.allocUnsafeSlow(parts.reduce((sum, part) => sum + Buffer.byteLength(part), 0));
  let at = 0;
  for (const part of parts) at += bytes.write(part, at);
  return bytes;
}
