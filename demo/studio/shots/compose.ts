import type { Shot } from '../shot.ts';

export type Params = NonNullable<Shot['params']>;
type Rest = Omit<Shot, 'key' | 'family' | 'params'>;

/** A product: its picture, and the same view in its other colours, which are numbered from 4. */
export const product = (
  slug: string,
  family: string,
  params: Params,
  rest: Rest = {},
  others: readonly Params[] = [],
): readonly Shot[] =>
  [params, ...others].map((own, i) => ({
    key: `${slug}-${i ? i + 3 : 1}`,
    family,
    params: { ...params, ...own },
    ...rest,
  }));

/** Several products together. */
export const together = (key: string, items: readonly Params[], params: Params = {}, rest: Rest = {}): Shot => ({
  key,
  family: 'scene',
  params: { items, ...params },
  ...rest,
});

export const cam = (elev: number, dist: number, target: readonly [number, number, number], azim = 0) => ({
  cam: { elev, dist, target, azim },
});

/** The same for what lies flat: sharp at the target itself, as nothing stands before it. */
export const flat = (elev: number, dist: number, target: readonly [number, number, number], azim = 0) => ({
  cam: { elev, dist, target, azim, focus: dist },
});

/** First pictures fill the picture with the product, so a close-up needs a longer lens. */
export const nearer = ({ cam: view }: ReturnType<typeof cam>) => ({ cam: { ...view, lens: 155, fstop: 1.4 } });

/** A product within `together`. What a family calls `yaw` turns the whole picture; in a scene each item has its own. */
export const item = (
  family: string,
  { yaw: _yaw, ...params }: Params,
  at: readonly number[],
  yaw = 0,
  tilt: readonly number[] = [0, 0],
): Params => ({
  family,
  at,
  yaw,
  ...(tilt.some(Boolean) && { tilt }),
  ...params,
});
