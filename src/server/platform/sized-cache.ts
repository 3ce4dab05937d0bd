interface Entry<V> {
  readonly value: V;
  readonly bytes: number;
}

/** Caches the most recently used values, up to a number of bytes together. */
export class SizedCache<V> {
  /** The least recently used one first. */
  readonly #entries = new Map<string, Entry<V>>();
  readonly #maxBytes: number;
  readonly #onEvict: (value: V) => void;
  #bytes = 0;

  /** @param onEvict called for each value that makes room for another */
  constructor(maxBytes: number, onEvict: (value: V) => void = () => {}) {
    this.#maxBytes = maxBytes;
    this.#onEvict = onEvict;
  }

  get isEmpty(): boolean {
    return this.#entries.size === 0;
  }

  get(key: string): V | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  /** @param key of no cached value */
  add(key: string, value: V, bytes: number): void {
    this.#entries.set(key, { value, bytes });
    this.#bytes += bytes;
    for (const [oldest, entry] of this.#entries) {
      if (this.#bytes <= this.#maxBytes) break;
      this.#entries.delete(oldest);
      this.#bytes -= entry.bytes;
      this.#onEvict(entry.value);
    }
  }

  delete(key: string): void {
    this.#bytes -= this.#entries.get(key)?.bytes ?? 0;
    this.#entries.delete(key);
  }

  clear(): void {
    this.#entries.clear();
    this.#bytes = 0;
  }
}
