import type { Pixels } from './pixels.ts';

/** Which part of an object takes the dye: all of it, its greys, only the darker greys, or what has
 * about its main hue ('pure hue': and no neighbouring one). */
export type DyedPart = 'all' | 'greys' | 'dark greys' | 'hue' | 'pure hue';

/** How an object takes a dye; `hue` is looked for when nothing is said. */
export interface Dye {
  part: DyedPart;
  hue?: number | undefined;
}

interface Lab {
  lightness: number;
  a: number;
  b: number;
}

const LUT_SIDE = 33;
const HUE_FADE = 22;
const HUE_REACH = { hue: 52, 'pure hue': 34 };
/** How much of the shades' own change of colour stays; all of it would turn a red's magenta shade into teal on blue. */
const SHADE_COLOUR = 0.65;

/**
 * Dyes an object: its own colour becomes `target`, and every shade, light and gleam moves along with it.
 * Works in OKLab (Björn Ottosson, 2020), where equal steps look equal, through a table of 33³ colours.
 * @param whole a small picture of the whole object, by which its own colour is told.
 */
export function dyePixels(pixels: Pixels, target: string, { part, hue }: Dye, whole: Pixels): Pixels {
  const mainHue = hue ?? dominantHue(whole);
  const weightOf = (colour: Lab) => partWeight(colour, part, mainHue);
  const from = averageColour(whole, weightOf);
  const table = buildTable(from, labOfHex(target), weightOf);
  return { ...pixels, data: applyTable(pixels, table) };
}

function partWeight(colour: Lab, part: DyedPart, mainHue: number): number {
  if (part === 'all') return 1;
  const chroma = Math.hypot(colour.a, colour.b);
  if (part === 'greys') return 1 - smoothStep(0.03, 0.06, chroma);
  if (part === 'dark greys') {
    const { lightness } = colour;
    return (
      (1 - smoothStep(0.02, 0.04, chroma)) * smoothStep(0.38, 0.46, lightness) * (1 - smoothStep(0.58, 0.64, lightness))
    );
  }
  const distance = Math.abs(((hueOf(colour) - mainHue + 540) % 360) - 180);
  return smoothStep(0.015, 0.04, chroma) * (1 - smoothStep(HUE_REACH[part] - HUE_FADE, HUE_REACH[part], distance));
}

function dominantHue(pixels: Pixels): number {
  const bins = new Float64Array(36);
  forEachSample(pixels, (colour, alpha) => {
    const bin = Math.floor(hueOf(colour) / 10) % 36;
    bins[bin] = (bins[bin] ?? 0) + Math.hypot(colour.a, colour.b) * alpha;
  });
  let best = 0;
  let bestSum = -1;
  for (let bin = 0; bin < 36; bin++) {
    let sum = 0;
    for (let step = -2; step <= 2; step++) sum += bins[(bin + step + 36) % 36] ?? 0;
    if (sum > bestSum) {
      best = bin;
      bestSum = sum;
    }
  }
  return best * 10 + 5;
}

function averageColour(pixels: Pixels, weightOf: (colour: Lab) => number): Lab {
  const sum = { lightness: 0, a: 0, b: 0 };
  let total = 0;
  forEachSample(pixels, (colour, alpha) => {
    const weight = weightOf(colour) * alpha;
    sum.lightness += colour.lightness * weight;
    sum.a += colour.a * weight;
    sum.b += colour.b * weight;
    total += weight;
  });
  const share = 1 / Math.max(total, 1e-9);
  return { lightness: sum.lightness * share, a: sum.a * share, b: sum.b * share };
}

function forEachSample(pixels: Pixels, visit: (colour: Lab, alpha: number) => void): void {
  const { data } = pixels;
  for (let i = 0; i < data.length; i += 4) {
    const alpha = data[i + 3] ?? 0;
    if (alpha > 64) visit(labOf(data[i] ?? 0, data[i + 1] ?? 0, data[i + 2] ?? 0), alpha / 255);
  }
}

function buildTable(from: Lab, to: Lab, weightOf: (colour: Lab) => number): Float32Array {
  const table = new Float32Array(LUT_SIDE ** 3 * 3);
  for (const [index, colour] of gridColours().entries()) {
    const weight = weightOf(colour);
    const moved = weight > 0 ? moveColour(colour, from, to) : colour;
    table.set(
      rgbOf({
        lightness: mix(colour.lightness, moved.lightness, weight),
        a: mix(colour.a, moved.a, weight),
        b: mix(colour.b, moved.b, weight),
      }),
      index * 3,
    );
  }
  return table;
}

let knownGridColours: readonly Lab[] | undefined;

/** The colours at the table's grid points, red outermost. */
function gridColours(): readonly Lab[] {
  if (knownGridColours) return knownGridColours;
  const values = Array.from({ length: LUT_SIDE }, (_, index) => (index * 255) / (LUT_SIDE - 1));
  knownGridColours = values.flatMap((red) => values.flatMap((green) => values.map((blue) => labOf(red, green, blue))));
  return knownGridColours;
}

/** Shades keep their distance from the object's colour, squeezed where the new colour is near white or black. */
function moveColour(colour: Lab, from: Lab, to: Lab): Lab {
  const above = colour.lightness >= from.lightness;
  const room = above
    ? (0.985 - to.lightness) / Math.max(1 - from.lightness, 0.05)
    : (to.lightness - 0.06) / Math.max(from.lightness, 0.05);
  const lightness = to.lightness + (colour.lightness - from.lightness) * Math.min(1, Math.max(0.45, room));
  const fromChroma = Math.hypot(from.a, from.b);
  const toChroma = Math.hypot(to.a, to.b);
  const turn = fromChroma > 0.03 && toChroma > 0.015 ? Math.atan2(to.b, to.a) - Math.atan2(from.b, from.a) : 0;
  const scale = fromChroma > 0.03 ? SHADE_COLOUR * Math.min(1, Math.max(0.15, toChroma / fromChroma)) : 1;
  const [da, db] = [colour.a - from.a, colour.b - from.b];
  return {
    lightness,
    a: to.a + (da * Math.cos(turn) - db * Math.sin(turn)) * scale,
    b: to.b + (da * Math.sin(turn) + db * Math.cos(turn)) * scale,
  };
}

function applyTable({ data }: Pixels, table: Float32Array): Buffer {
  const out = Buffer.allocUnsafe(data.length);
  const scale = (LUT_SIDE - 1) / 255;
  const strideRed = LUT_SIDE * LUT_SIDE * 3;
  const strideGreen = LUT_SIDE * 3;
  for (let i = 0; i < data.length; i += 4) {
    const alpha = data[i + 3] as number;
    out[i + 3] = alpha;
    if (alpha === 0) {
      out[i] = out[i + 1] = out[i + 2] = 0;
      continue;
    }
    const red = (data[i] as number) * scale;
    const green = (data[i + 1] as number) * scale;
    const blue = (data[i + 2] as number) * scale;
    const [r0, g0, b0] = [
      Math.min(red | 0, LUT_SIDE - 2),
      Math.min(green | 0, LUT_SIDE - 2),
      Math.min(blue | 0, LUT_SIDE - 2),
    ];
    const [fr, fg, fb] = [red - r0, green - g0, blue - b0];
    const base = r0 * strideRed + g0 * strideGreen + b0 * 3;
    for (let channel = 0; channel < 3; channel++) {
      const at = base + channel;
      const near = mixPlane(table, at, strideGreen, fg, fb);
      const far = mixPlane(table, at + strideRed, strideGreen, fg, fb);
      out[i + channel] = near + (far - near) * fr + 0.5;
    }
  }
  return out;
}

function mixPlane(table: Float32Array, at: number, strideGreen: number, fg: number, fb: number): number {
  const low = mix(table[at] as number, table[at + 3] as number, fb);
  const high = mix(table[at + strideGreen] as number, table[at + strideGreen + 3] as number, fb);
  return low + (high - low) * fg;
}

function labOfHex(hex: string): Lab {
  const value = Number.parseInt(hex.slice(1), 16);
  return labOf((value >> 16) & 255, (value >> 8) & 255, value & 255);
}

function labOf(red: number, green: number, blue: number): Lab {
  const [r, g, b] = [linear(red / 255), linear(green / 255), linear(blue / 255)];
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return {
    lightness: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    a: 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    b: 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  };
}

function rgbOf({ lightness, a, b }: Lab): [number, number, number] {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    gamma(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    gamma(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    gamma(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ];
}

function hueOf(colour: Lab): number {
  return ((Math.atan2(colour.b, colour.a) * 180) / Math.PI + 360) % 360;
}

function linear(value: number): number {
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

function gamma(value: number): number {
  const bounded = Math.min(1, Math.max(0, value));
  return 255 * (bounded <= 0.0031308 ? 12.92 * bounded : 1.055 * bounded ** (1 / 2.4) - 0.055);
}

function mix(from: number, to: number, share: number): number {
  return from + (to - from) * share;
}

function smoothStep(low: number, high: number, value: number): number {
  const share = Math.min(1, Math.max(0, (value - low) / (high - low)));
  return share * share * (3 - 2 * share);
}
