/** Position of the square: 0 to 1 from the left and top of the range it can move in. */
export interface Placement {
  readonly x: number;
  readonly y: number;
  /** 1: as large as the picture allows. */
  readonly zoom: number;
}

export const MIDDLE: Placement = { x: 0.5, y: 0.5, zoom: 1 };
export const MAX_ZOOM = 4;

interface Size {
  readonly width: number;
  readonly height: number;
}

interface Square {
  /** Pixels of the picture. */
  readonly left: number;
  readonly top: number;
  readonly side: number;
}

export function squareOf({ width, height }: Size, { x, y, zoom }: Placement): Square {
  const side = Math.min(width, height) / zoom;
  return { left: (width - side) * x, top: (height - side) * y, side };
}

/** The square after dragging the picture by a fraction of the square's side; the picture follows the pointer. */
export function dragged(size: Size, placement: Placement, across: number, down: number): Placement {
  const { left, top, side } = squareOf(size, placement);
  const place = (start: number, by: number, room: number) =>
    room <= 0 ? 0.5 : Math.min(1, Math.max(0, (start - by * side) / room));
  return {
    ...placement,
    x: place(left, across, size.width - side),
    y: place(top, down, size.height - side),
  };
}
