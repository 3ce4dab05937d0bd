/**
 * Loader data of the server as one JSON text. The router would encode each value separately, and decode it in the browser, which
 * takes ten times as long.
 */
export type Json<T> = string & { readonly of?: T };

/** On the server: the object of each JSON text, so that rendering need not parse it. Removed when it is read. */
const written = /* @__PURE__ */ new Map<string, unknown>();
/** Pages that fail or redirect do not read their data. */
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

/** Reads the data of one loader. Data of a client loader is not JSON. A text is parsed once, so that components get the same object. */
export function jsonReader<T>(): (data: Json<T> | T) => T {
  let last: unknown;
  let value: T;
  return (data) => {
    if (data !== last) value = typeof data === 'string' ? (fromJson(data) as T) : (data as T);
    last = data;
    return value;
  };
}
