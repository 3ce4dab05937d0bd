import sharp from 'sharp';
import type { Backdrop, CategoryId, PictureObject } from './picture.ts';
import { blankPixels, blend, fromPixels, layOver, type Pixels, toPixels } from './pixels.ts';
import type { Placed, Sprites } from './sprites.ts';

/** Hue and saturation of each category's studio paper, from the design's look. */
const PAPER: Readonly<Record<CategoryId, { hue: number; saturation: number }>> = {
  1: { hue: 215, saturation: 28 },
  2: { hue: 28, saturation: 26 },
  3: { hue: 350, saturation: 28 },
  4: { hue: 140, saturation: 26 },
  5: { hue: 260, saturation: 30 },
};

const HORIZON = 0.63;
const SHADOW_INK = [56, 50, 54] as const;
/** The wide, faint shadow and the narrow one where the object touches the floor; strengths from 0 to 1. */
const SOFT = { reach: 1.35, flatness: 0.26, strength: 0.25 };
const CONTACT = { reach: 1.05, flatness: 0.13, strength: 0.29 };
const LYING = { strength: 0.36, blur: 0.012, drop: 0.012 };

export interface Stage {
  width: number;
  height: number;
  /** Nothing: a transparent ground that suits both themes. */
  ground?: { paper: CategoryId; backdrop: Backdrop };
  objects: readonly PictureObject[];
}

/** Sets the objects on the stage, back to front, each with its shadow. Lengths are fractions of the stage's height. */
export async function photograph(
  stage: Stage,
  sprites: Sprites,
  largest: ReadonlyMap<string, number> = new Map(),
): Promise<Pixels> {
  const { width, height, ground } = stage;
  const canvas = ground ? await paperFor(ground.paper, ground.backdrop, width, height) : blankPixels(width, height);
  const placed = await Promise.all(
    stage.objects.map(async (object) => ({
      ...(await sprites.place(object, width, height, largest.get(object.object))),
      isLying: object.lying === true,
    })),
  );
  for (const thing of placed) if (!thing.isLying) castOnFloor(canvas, thing);
  for (const thing of placed) {
    if (thing.isLying) await castBelow(canvas, thing);
    layOver(canvas, thing.pixels, thing.left, thing.top);
  }
  return canvas;
}

const papers = new Map<string, Promise<Pixels>>();

async function paperFor(paper: CategoryId, backdrop: Backdrop, width: number, height: number): Promise<Pixels> {
  const key = `${paper} ${backdrop} ${width} ${height}`;
  const known = papers.get(key) ?? toPixels(sharp(Buffer.from(paperSvg(paper, backdrop, width, height))));
  papers.set(key, known);
  const canvas = blankPixels(width, height);
  (await known).data.copy(canvas.data);
  return canvas;
}

function paperSvg(paper: CategoryId, backdrop: Backdrop, width: number, height: number): string {
  const { hue, saturation } = PAPER[paper];
  const stops = (pairs: readonly (readonly [at: number, lightness: number])[]) =>
    pairs
      .map(([at, lightness]) => `<stop offset="${at}" stop-color="hsl(${hue} ${saturation}% ${lightness}%)"/>`)
      .join('');
  const wall = stops([
    [0, 97.6],
    [0.55, 94.4],
    [1, 90],
  ]);
  const board = stops([
    [0, 88.5],
    [0.12, 90.5],
    [1, 94.5],
  ]);
  const table = `<rect y="${HORIZON * 100}%" width="100%" height="${(1 - HORIZON) * 100}%" fill="url(#table)"/>`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs>`,
    `<radialGradient id="wall" cx="50%" cy="45%" r="72%">${wall}</radialGradient>`,
    `<linearGradient id="table" x1="0" y1="0" x2="0" y2="1">${board}</linearGradient></defs>`,
    `<rect width="100%" height="100%" fill="url(#wall)"/>${backdrop === 'table' ? table : ''}</svg>`,
  ].join('');
}

function castOnFloor(canvas: Pixels, { pixels, left, top }: Placed): void {
  const contact = contactColumns(pixels);
  const middle = (contact.from + contact.to) / 2;
  const x = left + middle * 0.75 + (pixels.width / 2) * 0.25;
  const y = top + pixels.height + canvas.height * 0.004;
  const half = Math.max((contact.to - contact.from) / 2, pixels.width * 0.3) * 1.12;
  for (const { reach, flatness, strength } of [SOFT, CONTACT]) {
    castEllipse(canvas, x, y, half * reach, half * flatness, strength);
  }
}

/** The columns in which the object comes near the floor. */
function contactColumns({ data, width, height }: Pixels): { from: number; to: number } {
  let [from, to] = [width, 0];
  for (let y = Math.floor(height * 0.86), at = y * width * 4 + 3; y < height; y++) {
    for (let x = 0; x < width; x++, at += 4) {
      if ((data[at] as number) < 128) continue;
      if (x < from) from = x;
      if (x > to) to = x;
    }
  }
  return from > to ? { from: 0, to: width } : { from, to };
}

/** A bell curve by the square of the distance from its middle, in 512 steps. */
const FADE = Float32Array.from({ length: 513 }, (_, step) => Math.max(0, Math.exp((-4.2 * step) / 512) - 0.015));

/** A shadow that fades from its middle. */
function castEllipse(canvas: Pixels, x: number, y: number, rx: number, ry: number, strength: number): void {
  const [top, bottom] = [Math.max(0, Math.ceil(y - ry)), Math.min(canvas.height, Math.floor(y + ry))];
  for (let row = top; row < bottom; row++) {
    const away = ((row - y) / ry) ** 2;
    const half = rx * Math.sqrt(Math.max(0, 1 - away));
    const [left, right] = [Math.max(0, Math.ceil(x - half)), Math.min(canvas.width, Math.floor(x + half))];
    for (let column = left; column < right; column++) {
      const distance = away + ((column - x) / rx) ** 2;
      darken(canvas, (row * canvas.width + column) * 4, (FADE[Math.floor(distance * 512)] ?? 0) * strength);
    }
  }
}

/** Without rounding to whole steps of alpha, which would show as rings. */
function darken(canvas: Pixels, at: number, share: number): void {
  if (share <= 0) return;
  if (canvas.data[at + 3] !== 255) {
    blend(canvas.data, at, SHADOW_INK, 0, Math.round(share * 255));
    return;
  }
  for (let channel = 0; channel < 3; channel++) {
    const old = canvas.data[at + channel] as number;
    canvas.data[at + channel] = old + ((SHADOW_INK[channel] as number) - old) * share + 0.5;
  }
}

/** The shadow that a thing lying on paper leaves around itself; blurred at a quarter of the size, which nobody sees. */
async function castBelow(canvas: Pixels, { pixels, left, top }: Placed): Promise<void> {
  const margin = Math.ceil(canvas.height * 0.01) * 4;
  const small = blankPixels(Math.ceil((pixels.width + 2 * margin) / 4), Math.ceil((pixels.height + 2 * margin) / 4));
  for (let y = 0; y < small.height; y++) {
    for (let x = 0; x < small.width; x++) {
      const at = (y * small.width + x) * 4;
      small.data.set(SHADOW_INK, at);
      small.data[at + 3] = alphaAt(pixels, x * 4 - margin, y * 4 - margin) * LYING.strength;
    }
  }
  const blurred = await toPixels(fromPixels(small).blur(Math.max(0.5, (canvas.height * LYING.blur) / 4)));
  const enlarged = fromPixels(blurred).resize(small.width * 4, small.height * 4, { fit: 'fill' });
  const drop = Math.round(canvas.height * LYING.drop);
  layOver(canvas, await toPixels(enlarged), left - margin, top - margin + drop);
}

function alphaAt({ data, width, height }: Pixels, x: number, y: number): number {
  if (x < 0 || y < 0 || x >= width || y >= height) return 0;
  return data[(y * width + x) * 4 + 3] ?? 0;
}
