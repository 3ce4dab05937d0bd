/** A CDN or caching proxy in front of the shop, which drops responses by their keys (`cdn-headers.ts`). */
export interface Cdn {
  /** Keys of one purge at most. */
  readonly maxKeys: number;
  /**
   * @param mode `soft`: old responses may be sent while new ones are fetched, for as long as their headers allow;
   *   `hard`: they are removed
   * @throws Error unless the CDN has accepted the purge
   */
  purge(keys: readonly string[], mode: PurgeMode, signal: AbortSignal): Promise<void>;
}

export type PurgeMode = 'soft' | 'hard';
