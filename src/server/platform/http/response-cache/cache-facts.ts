import { AsyncLocalStorage } from 'node:async_hooks';

/** What decides how long a public response may be cached. */
export interface CacheFacts {
  /**
   * Cache keys of everything that it shows. A change of one of them drops the response. Undefined: unknown, so any change
   * may concern it, even one that is never announced.
   */
  readonly keys: readonly string[] | undefined;
  /** When it stops being true without a change, such as the end of a schedule. */
  readonly validUntil: Date | undefined;
}

/** Collects the facts of one response, or of a part of it. */
class FactCollector {
  readonly #keys = new Set<string>();
  #isKnown = false;
  #isIncomplete = false;
  #validUntil: Date | undefined;

  add({ keys, validUntil }: CacheFacts): void {
    if (keys === undefined) this.#isIncomplete = true;
    else {
      this.#isKnown = true;
      this.show(keys);
    }
    this.expire(validUntil);
  }

  /** What a part shows says nothing about the rest. */
  addPart({ keys, validUntil }: CacheFacts): void {
    if (keys === undefined) this.#isIncomplete = true;
    else this.show(keys);
    this.expire(validUntil);
  }

  show(keys: readonly string[]): void {
    for (const key of keys) this.#keys.add(key);
  }

  expire(validUntil: Date | undefined): void {
    if (validUntil && (this.#validUntil === undefined || validUntil < this.#validUntil)) this.#validUntil = validUntil;
  }

  facts(): CacheFacts {
    const isKnown = this.#isKnown && !this.#isIncomplete;
    return { keys: isKnown ? [...this.#keys] : undefined, validUntil: this.#validUntil };
  }
}

const collectors = new AsyncLocalStorage<FactCollector>();

export const UNKNOWN: CacheFacts = { keys: undefined, validUntil: undefined };

/** Adds facts that were collected earlier for a whole result. */
export function addCacheFacts(facts: CacheFacts): void {
  collectors.getStore()?.add(facts);
}

/** Adds the facts of a part to the response that is being made, if any. Only `dependsOn` declares that all keys are known. */
export function addPartFacts(facts: CacheFacts): void {
  collectors.getStore()?.addPart(facts);
}

/**
 * Declares that the response being made depends only on these keys, on those that are added with `shows`, and on the time
 * given to `validUntil`. Without a declaration it is cached for about a second. Do not call it inside work that
 * requests share, such as a batched read: that runs in the context of the first request only.
 */
export function dependsOn(...keys: readonly string[]): void {
  collectors.getStore()?.add({ keys, validUntil: undefined });
}

/** Adds keys of what a part shows. Only `dependsOn` declares that the keys are complete. */
export function shows(...keys: readonly string[]): void {
  collectors.getStore()?.show(keys);
}

/** Declares that the response being made is outdated from this time on. */
export function validUntil(time: Date | undefined): void {
  collectors.getStore()?.expire(time);
}

/** Declares that a part of the response failed and is missing: it is cached for about a second. */
export function isIncomplete(): void {
  cacheBriefly();
}

/** Caches the response that is being made for about a second, whatever is declared elsewhere. */
export function cacheBriefly(): void {
  collectors.getStore()?.add(UNKNOWN);
}

interface Collected<T> {
  readonly result: T;
  readonly facts: CacheFacts;
}

/**
 * Runs `work`, which computes a whole result, and collects the facts that it declares. They also apply to the response that
 * contains the result, such as a page. If `work` fails or declares nothing, the facts of that response are unknown.
 */
export const collectCacheFacts = <T>(work: () => Promise<T>): Promise<Collected<T>> =>
  collect(work, (whole, facts) => whole.add(facts));

/** The same for a part of a result, whose declarations say nothing about the rest. */
export const collectPartFacts = <T>(work: () => Promise<T>): Promise<Collected<T>> =>
  collect(work, (whole, facts) => whole.addPart(facts));

async function collect<T>(
  work: () => Promise<T>,
  addTo: (whole: FactCollector, facts: CacheFacts) => void,
): Promise<Collected<T>> {
  const whole = collectors.getStore();
  const part = new FactCollector();
  let facts = UNKNOWN;
  try {
    const result = await collectors.run(part, work);
    facts = part.facts();
    return { result, facts };
  } finally {
    if (whole) addTo(whole, facts);
  }
}
