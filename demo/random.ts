/** Pseudo-random numbers that are the same for the same seed on every machine. */
export interface Random {
  /** From 0 up to, not including, 1. */
  next(): number;
  /** Between two numbers. */
  between(low: number, high: number): number;
  /** A whole number from `low` to `high`, inclusive. */
  whole(low: number, high: number): number;
  chance(probability: number): boolean;
  /** One of the items, weighted. */
  pick<T>(items: readonly T[], weightOf: (item: T) => number): T;
}

/** mulberry32, by Tommy Ettinger (public domain): 32 bits of state are enough for a shop's year. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    between: (low, high) => low + (high - low) * next(),
    whole: (low, high) => Math.floor(low + (high - low + 1) * next()),
    chance: (probability) => next() < probability,
    pick(items, weightOf) {
      const total = items.reduce((sum, item) => sum + weightOf(item), 0);
      let left = next() * total;
      for (const item of items) {
        left -= weightOf(item);
        if (left < 0) return item;
      }
      const last = items.at(-1);
      if (last === undefined) throw new RangeError('Nothing to pick from');
      return last;
    },
  };
}
