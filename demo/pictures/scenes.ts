import type { CategoryId, PictureObject, PictureSpec } from './picture.ts';

type Manner = Pick<PictureObject, 'dye' | 'turn' | 'mirrored'>;

/** The share of the square that a single object takes, from the design's look. */
const ALONE_SIZE = 0.62;
const ALONE_FLOOR = 0.8;
const CLOSE_SIZE = 0.92;

/** One object in the middle of the studio paper. */
export function alone(
  alt: string,
  object: string,
  { paper, size = ALONE_SIZE, floor = ALONE_FLOOR, ...manner }: Manner & View & { size?: number; floor?: number } = {},
): PictureSpec {
  return { alt, backdrop: 'studio', ...borrowed(paper), objects: [{ object, x: 0.5, floor, size, ...manner }] };
}

/** The same object from nearer; it may reach over the edge. */
export function closeUp(
  alt: string,
  object: string,
  { paper, x = 0.5, floor = 0.93, size = CLOSE_SIZE, ...manner }: Manner & View & Partial<Place> = {},
): PictureSpec {
  return { alt, backdrop: 'studio', ...borrowed(paper), objects: [{ object, x, floor, size, ...manner }] };
}

/** Several objects on a table, given from back to front. */
export function scene(alt: string, objects: readonly PictureObject[], view: View = {}): PictureSpec {
  return { alt, backdrop: 'table', ...borrowed(view.paper), objects };
}

/** Several objects standing on plain paper, given from back to front: a range of colours, a pack. */
export function group(alt: string, objects: readonly PictureObject[], view: View = {}): PictureSpec {
  return { alt, backdrop: 'studio', ...borrowed(view.paper), objects };
}

/** Several objects laid out on paper and seen from above, the lowest first. */
export function layOut(alt: string, objects: readonly PictureObject[], view: View = {}): PictureSpec {
  return group(
    alt,
    objects.map((object) => ({ ...object, lying: true })),
    view,
  );
}

/** An object at a place of a scene; lengths as in `PictureObject`. */
export function at(object: string, x: number, floor: number, size: number, manner: Manner = {}): PictureObject {
  return { object, x, floor, size, ...manner };
}

interface View {
  paper?: CategoryId;
}

interface Place {
  x: number;
  floor: number;
  size: number;
}

function borrowed(paper: CategoryId | undefined): View {
  return paper === undefined ? {} : { paper };
}
