import sharp, { type Sharp } from 'sharp';

/** Raw pixels, eight bits a channel, red, green, blue, alpha, not premultiplied. */
export interface Pixels {
  data: Buffer;
  width: number;
  height: number;
}

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

const FAINTEST = 24;

export function blankPixels(width: number, height: number): Pixels {
  const { buffer } = new Uint8Array(width * height * 4);
  return { data: Buffer.from(buffer), width, height };
}

export function fromPixels({ data, width, height }: Pixels): Sharp {
  return sharp(data, { raw: { width, height, channels: 4 } });
}

export async function toPixels(picture: Sharp): Promise<Pixels> {
  const { data, info } = await picture.ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** The smallest box with all that has more alpha than `faintest`, or nothing when there is nothing. */
export function opaqueBox({ data, width, height }: Pixels, faintest = FAINTEST): Box | undefined {
  let [left, top, right, bottom] = [width, height, -1, -1];
  for (let y = 0, at = 3; y < height; y++) {
    for (let x = 0; x < width; x++, at += 4) {
      if ((data[at] as number) <= faintest) continue;
      if (x < left) left = x;
      if (x > right) right = x;
      if (y < top) top = y;
      bottom = y;
    }
  }
  return right < 0 ? undefined : { left, top, width: right - left + 1, height: bottom - top + 1 };
}

export function cropPixels({ data, width }: Pixels, box: Box): Pixels {
  const cropped = blankPixels(box.width, box.height);
  for (let y = 0; y < box.height; y++) {
    const start = ((box.top + y) * width + box.left) * 4;
    data.copy(cropped.data, y * box.width * 4, start, start + box.width * 4);
  }
  return cropped;
}

/** Lays a picture over the canvas; what reaches over the edge is left out. */
export function layOver(canvas: Pixels, layer: Pixels, left: number, top: number): void {
  const [fromX, toX] = [Math.max(0, -left), Math.min(layer.width, canvas.width - left)];
  const [fromY, toY] = [Math.max(0, -top), Math.min(layer.height, canvas.height - top)];
  const [whole, wholeLayer] = [wordsOf(canvas), wordsOf(layer)];
  for (let y = fromY; y < toY; y++) {
    let source = y * layer.width + fromX;
    let target = (top + y) * canvas.width + left + fromX;
    for (let x = fromX; x < toX; x++, source++, target++) {
      const pixel = wholeLayer[source] as number;
      if (pixel === 0) continue;
      const alpha = layer.data[source * 4 + 3] as number;
      if (alpha === 255) whole[target] = pixel;
      else blend(canvas.data, target * 4, layer.data, source * 4, alpha);
    }
  }
}

/** The same memory, a pixel at a time. */
function wordsOf({ data, width, height }: Pixels): Uint32Array {
  return new Uint32Array(data.buffer, data.byteOffset, width * height);
}

/** Puts one pixel of `source` with the given alpha (0 to 255) over one of `canvas`. */
export function blend(canvas: Uint8Array, target: number, source: ArrayLike<number>, at: number, alpha: number): void {
  if (alpha === 0) return;
  const below = canvas[target + 3] as number;
  if (alpha === 255 || below === 0) {
    canvas[target] = source[at] as number;
    canvas[target + 1] = source[at + 1] as number;
    canvas[target + 2] = source[at + 2] as number;
    canvas[target + 3] = alpha;
    return;
  }
  const under = (below * (255 - alpha)) / 255;
  const together = alpha + under;
  const share = alpha / together;
  for (let channel = 0; channel < 3; channel++) {
    const old = canvas[target + channel] as number;
    canvas[target + channel] = old + ((source[at + channel] as number) - old) * share + 0.5;
  }
  canvas[target + 3] = together + 0.5;
}
