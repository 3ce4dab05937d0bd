import { COLOURS } from '../catalogue/colours.ts';
import { bookSvg, isBook } from './books.ts';
import { dyePixels } from './dye.ts';
import { type Drawing, type IconSet, takeApart } from './icons.ts';
import { OBJECTS } from './objects.ts';
import type { PictureObject } from './picture.ts';
import { type Box, cropPixels, fromPixels, opaqueBox, overlap, type Pixels, shrinkPixels, toPixels } from './pixels.ts';
import { drawVectors, measureVectors } from './vectors.ts';

/** Room around an object's measured box, which is found on a coarse grid. */
const MARGIN_UNITS = 0.2;
/** A view of which less than this share is inside the picture is drawn for itself instead of being cut from a whole. */
const CLOSE_VIEW = 0.8;
/** Larger than this (as a share of the picture's height) an object reaches over the edge and is drawn for itself. */
const CLOSEST_WHOLE = 0.9;
const DYE_SAMPLE_SIDE = 128;
const KEPT_BYTES = 48 * 1024 * 1024;

/** An object cut out and standing at its place; `left` and `top` may be outside the picture. */
export interface Placed {
  pixels: Pixels;
  left: number;
  top: number;
}

export interface Sprites {
  /**
   * Cuts an object out at the size and place it has in a picture of `width` x `height` pixels.
   * @param largest the largest size (as a share of the height) in which it is wanted whole in this sitting, so that it is
   * drawn from its vectors once.
   */
  place(object: PictureObject, width: number, height: number, largest?: number): Promise<Placed>;
}

export function createSprites(icons: IconSet): Sprites {
  const boxes = new Map<string, Promise<Box>>();
  const kept = new Map<string, Promise<Pixels>>();
  let keptBytes = 0;

  function boxOf(name: string): Promise<Box> {
    const box = boxes.get(name) ?? measureVectors(drawingOf(name, icons)).then(widened);
    boxes.set(name, box);
    return box;
  }

  /** The whole object, its longer side `side` pixels, shrunk from the one of `largestSide`. */
  function whole(name: string, side: number, largestSide: number): Promise<Pixels> {
    const key = `${name} ${side} of ${largestSide}`;
    const known = kept.get(key);
    if (known) return known;
    if (keptBytes > KEPT_BYTES) {
      kept.clear();
      keptBytes = 0;
    }
    keptBytes += side * side * 4;
    const made = (async () => {
      if (side < largestSide * 0.97) return shrinkPixels(await whole(name, largestSide, largestSide), side);
      return trim(await drawVectors(drawingOf(name, icons), await boxOf(name), side));
    })();
    kept.set(key, made);
    return made;
  }

  async function dyed(object: PictureObject, pixels: Pixels): Promise<Pixels> {
    if (!object.dye) return pixels;
    const sample = await whole(object.object, DYE_SAMPLE_SIDE, DYE_SAMPLE_SIDE);
    const { part = 'hue', hue } = OBJECTS[object.object] ?? {};
    return dyePixels(pixels, COLOURS[object.dye], { part, hue }, sample);
  }

  /** The part of a close view that is inside the picture, or nothing when that is nearly all of it. */
  async function closeView(object: PictureObject, width: number, height: number): Promise<Placed | undefined> {
    if (object.turn || object.mirrored) return undefined;
    const box = await boxOf(object.object);
    const scale = (object.size * height) / Math.max(box.width - 2 * MARGIN_UNITS, box.height - 2 * MARGIN_UNITS);
    const left = object.x * width - (box.width / 2) * scale;
    const top = object.floor * height - (box.height - MARGIN_UNITS) * scale;
    const inside = overlap(
      { left, top, width: box.width * scale, height: box.height * scale },
      { left: 0, top: 0, width, height },
    );
    if (inside.width * inside.height > CLOSE_VIEW * box.width * box.height * scale * scale) return undefined;
    const window = {
      left: box.left + (inside.left - left) / scale,
      top: box.top + (inside.top - top) / scale,
      width: inside.width / scale,
      height: inside.height / scale,
    };
    const pixels = await drawVectors(drawingOf(object.object, icons), window, Math.max(inside.width, inside.height));
    return { pixels: await dyed(object, pixels), left: Math.round(inside.left), top: Math.round(inside.top) };
  }

  return {
    async place(object, width, height, largest = object.size) {
      const close = await closeView(object, width, height);
      if (close) return close;
      const side = Math.round(object.size * height);
      const largestSide = Math.round(Math.max(object.size, largest) * height);
      let pixels = await dyed(object, await whole(object.object, object.turn ? largestSide : side, largestSide));
      if (object.mirrored) pixels = await toPixels(fromPixels(pixels).flop());
      if (object.turn) pixels = await turned(pixels, object.turn, side);
      const left = Math.round(object.x * width - pixels.width / 2);
      return { pixels, left, top: Math.round(object.floor * height - pixels.height) };
    },
  };
}

/** The largest size in which each object is wanted whole by some pictures. */
export function largestSizes(objects: readonly PictureObject[]): Map<string, number> {
  const largest = new Map<string, number>();
  for (const object of objects) {
    if (object.size > CLOSEST_WHOLE) continue;
    largest.set(object.object, Math.max(object.size, largest.get(object.object) ?? 0));
  }
  return largest;
}

/** Whether a name can be drawn: a recipe, a Fluent object or a book. */
export function isDrawable(name: string, icons: IconSet): boolean {
  if (name.startsWith('book:')) return isBook(name);
  return icons.has(OBJECTS[name]?.icon ?? name);
}

function drawingOf(name: string, icons: IconSet): Drawing {
  if (name.startsWith('book:')) return { elements: [bookSvg(name)], definitions: new Map() };
  const { icon, omit, keep } = OBJECTS[name] ?? { icon: name };
  const { elements, definitions } = takeApart(icons.body(icon));
  const wanted = elements.filter((_, place) => (keep ? keep.includes(place) : !omit?.includes(place)));
  return { elements: wanted, definitions };
}

function widened({ left, top, width, height }: Box): Box {
  return {
    left: left - MARGIN_UNITS,
    top: top - MARGIN_UNITS,
    width: width + 2 * MARGIN_UNITS,
    height: height + 2 * MARGIN_UNITS,
  };
}

function trim(pixels: Pixels): Pixels {
  const box = opaqueBox(pixels);
  return box ? cropPixels(pixels, box) : pixels;
}

async function turned(pixels: Pixels, degrees: number, side: number): Promise<Pixels> {
  return shrinkPixels(trim(await toPixels(fromPixels(pixels).rotate(degrees, { background: '#0000' }))), side);
}
