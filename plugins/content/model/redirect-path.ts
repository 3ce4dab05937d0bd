/** Hops that are followed to answer a request or to find a loop; a longer chain is refused. Browsers follow as many. */
export const MAX_HOPS = 20;

/** An address as redirects store it: readable, without a trailing slash. */
export function pathOf(address: string): string {
  const path = decoded(address.split(/[?#]/, 1)[0] ?? '');
  return path.length > 1 ? path.replace(/\/+$/, '') || '/' : path;
}

/** A path in readable letters; one that is not valid stays as it is. */
function decoded(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

/**
 * Whether a new redirect would lead back to where it starts.
 * @param next where each stored redirect leads
 */
export function isLoop(from: string, to: string, next: (path: string) => string | undefined): boolean {
  let path = pathOf(to);
  for (let hop = 0; hop < MAX_HOPS; hop += 1) {
    if (path === from) return true;
    const following = next(path);
    if (following === undefined) return false;
    path = pathOf(following);
  }
  return true;
}

/** Where a redirect from `address` to `target` leads: the query is kept unless the target has its own. */
export function withQueryOf(address: string, target: string): string {
  const [query = ''] = /\?[^#]*/.exec(address) ?? [];
  const [path = '', ...fragment] = target.split('#');
  return [path.includes('?') ? path : path + query, ...fragment].join('#');
}
