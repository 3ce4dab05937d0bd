/** Numbers from 0 to 1 that are the same for the same seed: mulberry32, by Tommy Ettinger (public domain). */
export function createRandom(seed: number) {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    chance: (probability: number): boolean => next() < probability,
    whole: (low: number, high: number): number => low + Math.floor(next() * (high - low + 1)),
    /** An index, weighted. */
    pick(weights: readonly number[]): number {
      let left = next() * weights.reduce((sum, weight) => sum + weight, 0);
      const index = weights.findIndex((weight) => {
        left -= weight;
        return left < 0;
      });
      return index === -1 ? weights.length - 1 : index;
    },
  };
}

export type Random = ReturnType<typeof createRandom>;
