/** A CDN or caching proxy in front of the shop, which drops responses by their keys (`cdn-headers.ts`). */
export interface Cdn {
  /** Names it in the log. */
  readonly host: string;
  /** Maximum number of keys in one purge. */
  readonly maxKeys: number;
  /**
   * @param mode `soft`: the CDN may send old responses while it fetches new ones, for as long as their headers allow;
   *   `hard`: it removes them
   * @throws Error unless the CDN has accepted the purge
   */
  purge(keys: readonly string[], mode: PurgeMode, signal: AbortSignal): Promise<void>;
}

export type PurgeMode = 'soft' | 'hard';
