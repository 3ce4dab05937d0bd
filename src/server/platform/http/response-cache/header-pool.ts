import { LRUCache } from 'lru-cache';

/** Shares equal headers between responses: the text of a policy is long. Frozen, so that none can add its own to all of them. */
export function createHeaderPool() {
  const known = new LRUCache<string, Readonly<Record<string, string>>>({ max: 100 });
  let last: Readonly<Record<string, string>> | undefined;
  return (headers: Readonly<Record<string, string>>) => {
    // Responses of the API share one object already.
    if (headers === last) return last;
    const text = JSON.stringify(headers);
    last = known.get(text) ?? headers;
    if (last === headers) known.set(text, Object.freeze(headers));
    return last;
  };
}
