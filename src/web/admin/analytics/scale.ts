/** Number of grid lines above zero. */
const STEPS = 4;
const ROUND_STEPS = [1, 2, 2.5, 5, 10] as const;

/**
 * Axis marks from zero up to a round number not below `most`: `[0, 25, 50, 75, 100]`.
 * @param unit steps are multiples of it: 100 for cents of whole dollars, 1 for counts
 */
export function marksUpTo(most: number, unit: number): number[] {
  const wanted = Math.max(most / STEPS / unit, 1);
  const power = 10 ** Math.floor(Math.log10(wanted));
  const factor = ROUND_STEPS.find((round) => round * power >= wanted && Number.isInteger(round * power)) ?? 10;
  const step = factor * power * unit;
  const count = Math.max(1, Math.ceil(most / step));
  return Array.from({ length: count + 1 }, (_, index) => index * step);
}
