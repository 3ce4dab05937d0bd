/**
 * Loader data of the server as one JSON text. The router would encode each value separately, and decode it in the browser, which
 * takes ten times as long.
 */
export type Json<T> = string & { readonly of?: T };

/**
 * On the server: JSON texts with their objects, so that rendering need not parse them; removed when they are read. Not a `Map`,
 * which would copy long texts to hash them.
 */
const written: { readonly json: string; readonly value: unknown }[] = [];
/** Pages that fail or redirect do not read their data. */
const MAX_WRITTEN = 16;

export function toJson<T>(value: T): Json<T> {
  const json = JSON.stringify(value);
  if (import.meta.env.SSR) {
    if (written.length === MAX_WRITTEN) written.length = 0;
    written.push({ json, value });
  }
  return json;
}

function fromJson(json: string): unknown {
  if (!import.meta.env.SSR) return JSON.parse(json);
  const at = written.findIndex((one) => one.json === json);
  return at < 0 ? JSON.parse(json) : written.splice(at, 1)[0]?.value;
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
