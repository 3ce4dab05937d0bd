import { COLOURS } from '../catalogue/colours.ts';
import { bookSvg, isBook } from './books.ts';
import { dyePixels } from './dye.ts';
import { type Drawing, type IconSet, takeApart } from './icons.ts';
import { OBJECTS } from './objects.ts';
import type { PictureObject } from './picture.ts';
import { type Box, cropPixels, fromPixels, opaqueBox, type Pixels, toPixels } from './pixels.ts';
import { drawVectors, measureVectors } from './vectors.ts';

/** Closer views are enlarged from this side, a fifth at most: the drawing time grows with the square. */
const LARGEST_DRAWN_SIDE = 1200;
const MARGIN_UNITS = 0.2;
const CACHE_BYTES = 160 * 1024 * 1024;

export interface Sprites {
  /**
   * One object cut out, its longer side `side` pixels.
   * @param largestSide the largest side in which the same object is wanted in this sitting, so that it is drawn once.
   */
  cutOut(object: PictureObject, side: number, largestSide: number): Promise<Pixels>;
}

export function createSprites(icons: IconSet): Sprites {
  const boxes = new Map<string, Promise<Box>>();
  const kept = new Map<string, Promise<Pixels>>();
  let keptBytes = 0;

  function keep(key: string, side: number, make: () => Promise<Pixels>): Promise<Pixels> {
    const known = kept.get(key);
    if (known) return known;
    if (keptBytes > CACHE_BYTES) {
      kept.clear();
      keptBytes = 0;
    }
    keptBytes += side * side * 4;
    const made = make();
    kept.set(key, made);
    return made;
  }

  async function drawn(name: string, side: number): Promise<Pixels> {
    const drawing = drawingOf(name, icons);
    const box = boxes.get(name) ?? measureVectors(drawing);
    boxes.set(name, box);
    return trim(await drawVectors(drawing, widened(await box), side));
  }

  const upright = (name: string, side: number, largestSide: number): Promise<Pixels> =>
    keep(`${name}@${largestSide}>${side}`, side, async () => {
      const source = await keep(`${name}@${largestSide}`, largestSide, () => drawn(name, largestSide));
      return scaleTo(source, side);
    });

  return {
    async cutOut({ object, dye, turn, mirrored }, side, largestSide) {
      const source = Math.round(Math.min(LARGEST_DRAWN_SIDE, Math.max(side, largestSide)));
      let pixels = await upright(object, turn ? source : Math.round(side), source);
      if (dye) pixels = dyePixels(pixels, COLOURS[dye], OBJECTS[object]?.part ?? 'hue');
      if (mirrored) pixels = await toPixels(fromPixels(pixels).flop());
      if (!turn) return pixels;
      const turned = await toPixels(fromPixels(pixels).rotate(turn, { background: '#0000' }));
      return scaleTo(trim(turned), Math.round(side));
    },
  };
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

async function scaleTo(pixels: Pixels, side: number): Promise<Pixels> {
  const scale = side / Math.max(pixels.width, pixels.height);
  if (scale > 0.97 && scale < 1.03) return pixels;
  const [width, height] = [Math.round(pixels.width * scale), Math.round(pixels.height * scale)];
  return toPixels(fromPixels(pixels).resize(Math.max(1, width), Math.max(1, height), { fit: 'fill' }));
}
