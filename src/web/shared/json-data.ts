/**
 * Loader data of the server as JSON. The router would encode, and decode in the browser, each value by itself, which takes ten
 * times as long.
 */
export type Json<T> = string & { readonly of?: T };

/** On the server: what the page that is being rendered would parse. Removed when it is read, so it holds few pages. */
const written = /* @__PURE__ */ new Map<string, unknown>();
/** A page that fails, or redirects, does not read its data. */
const MAX_WRITTEN = 16;

export function toJson<T>(value: T): Json<T> {
  const json = JSON.stringify(value);
  if (import.meta.env.SSR) {
    if (written.size === MAX_WRITTEN) written.clear();
    written.set(json, value);
  }
  return json;
}

function fromJson(json: string): unknown {
  if (!import.meta.env.SSR || !written.has(json)) return JSON.parse(json);
  const value = written.get(json);
  written.delete(json);
  return value;
}

/** Reads the data of one loader; that of a client loader is not JSON. Each text is parsed once, so that objects stay the same. */
export function jsonReader<T>(): (data: Json<T> | T) => T {
  let last: unknown;
  let value: T;
  return (data) => {
    if (data !== last) value = typeof data === 'string' ? (fromJson(data) as T) : (data as T);
    last = data;
    return value;
  };
}
