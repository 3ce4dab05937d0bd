import sharp from 'sharp';
import { type Drawing, ICON_UNITS, svgOf } from './icons.ts';
import { type Box, blankPixels, layOver, opaqueBox, type Pixels, toPixels } from './pixels.ts';
import { readShading, type Shading, shade } from './shading.ts';

const MEASURING_SIDE = 96;

/** A part of a drawing that is drawn at one go: elements without a filter, or one element with its shading. */
interface Part {
  svg: string;
  shading?: Shading;
  /** Where it is, in units; known for shaded parts, measured for the others. */
  region?: Box;
}

/** Draws an object's vectors as they appear in `view` (in units), the longer side `longerSide` pixels. */
export async function drawVectors(drawing: Drawing, view: Box, longerSide: number): Promise<Pixels> {
  const scale = longerSide / Math.max(view.width, view.height);
  const canvas = blankPixels(Math.round(view.width * scale), Math.round(view.height * scale));
  const parts = await Promise.all(partsOf(drawing).map((part, _, all) => (all.length > 1 ? locate(part) : part)));
  const layers = await Promise.all(parts.map((part) => drawPart(part, view, scale, canvas)));
  for (const layer of layers) if (layer) layOver(canvas, layer.pixels, layer.left, layer.top);
  return canvas;
}

/** The box that holds all of an object, in units. */
export async function measureVectors(drawing: Drawing): Promise<Box> {
  const box = await measure(svgOf(drawing.elements.map(withoutFilter), drawing.definitions));
  if (!box) throw new Error('An object of the demo pictures is empty');
  return box;
}

function partsOf({ elements, definitions }: Drawing): Part[] {
  const parts: Part[] = [];
  let plain: string[] = [];
  const finishPlain = () => {
    if (plain.length > 0) parts.push({ svg: svgOf(plain, definitions) });
    plain = [];
  };
  for (const element of elements) {
    const filter = shadingFilterOf(element, definitions);
    if (!filter) {
      plain.push(element);
      continue;
    }
    finishPlain();
    const shading = readShading(filter);
    const { x, y, width, height } = shading.region;
    parts.push({
      svg: svgOf([withoutFilter(element)], definitions),
      shading,
      region: { left: x, top: y, width, height },
    });
  }
  finishPlain();
  return parts;
}

/** The filter that a whole element carries; masks, opacities and filters further inside are left to librsvg. */
function shadingFilterOf(element: string, definitions: Drawing['definitions']): string | undefined {
  const open = element.match(/^<g[^>]*>/)?.[0];
  const id = open?.match(/\sfilter="url\(#([^)]+)\)"/)?.[1];
  if (!open || !id || /\s(mask|opacity|clip-path|transform|style)=/.test(open)) return undefined;
  return element.indexOf('filter=', open.length) < 0 ? definitions.get(id) : undefined;
}

function withoutFilter(element: string): string {
  return element.replace(/^(<g[^>]*?)\sfilter="[^"]*"/, '$1');
}

async function locate(part: Part): Promise<Part> {
  if (part.region) return part;
  const region = await measure(part.svg);
  return { ...part, region: region ?? { left: 0, top: 0, width: 0, height: 0 } };
}

async function measure(svg: string): Promise<Box | undefined> {
  const whole = { left: 0, top: 0, width: ICON_UNITS, height: ICON_UNITS };
  const box = opaqueBox(await rasterise(svg, whole, MEASURING_SIDE, MEASURING_SIDE), 0);
  if (!box) return undefined;
  const unit = ICON_UNITS / MEASURING_SIDE;
  return {
    left: (box.left - 1) * unit,
    top: (box.top - 1) * unit,
    width: (box.width + 2) * unit,
    height: (box.height + 2) * unit,
  };
}

interface Layer {
  pixels: Pixels;
  left: number;
  top: number;
}

async function drawPart(part: Part, view: Box, scale: number, canvas: Pixels): Promise<Layer | undefined> {
  const region = part.region ?? view;
  const left = Math.max(0, Math.floor((region.left - view.left) * scale));
  const top = Math.max(0, Math.floor((region.top - view.top) * scale));
  const right = Math.min(canvas.width, Math.ceil((region.left + region.width - view.left) * scale));
  const bottom = Math.min(canvas.height, Math.ceil((region.top + region.height - view.top) * scale));
  const [width, height] = [right - left, bottom - top];
  if (width <= 0 || height <= 0) return undefined;
  const window = {
    left: view.left + left / scale,
    top: view.top + top / scale,
    width: width / scale,
    height: height / scale,
  };
  const pixels = await rasterise(part.svg, window, width, height);
  return { pixels: part.shading ? await shade(pixels, part.shading, scale) : pixels, left, top };
}

function rasterise(svg: string, view: Box, width: number, height: number): Promise<Pixels> {
  const text = [
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="${width}" height="${height}"`,
    ` viewBox="${view.left} ${view.top} ${view.width} ${view.height}" preserveAspectRatio="none">${svg}</svg>`,
  ].join('');
  return toPixels(sharp(Buffer.from(text), { unlimited: true }));
}
