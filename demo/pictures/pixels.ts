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

/** What two boxes have in common; of no size when they have nothing. */
export function overlap(one: Box, other: Box): Box {
  const left = Math.max(one.left, other.left);
  const top = Math.max(one.top, other.top);
  const right = Math.min(one.left + one.width, other.left + other.width);
  const bottom = Math.min(one.top + one.height, other.top + other.height);
  return { left, top, width: Math.max(0, right - left), height: Math.max(0, bottom - top) };
}

/** Shrinks a picture until its longer side is `side` pixels; every pixel is the average of the area it stands for. */
export function shrinkPixels(pixels: Pixels, side: number): Pixels {
  const scale = Math.max(pixels.width, pixels.height) / side;
  if (scale <= 1.03) return pixels;
  const narrow = averageColumns(pixels, Math.max(1, Math.round(pixels.width / scale)));
  const shrunk = blankPixels(narrow.width, Math.max(1, Math.round(pixels.height / scale)));
  const stride = narrow.width * 4;
  const step = pixels.height / shrunk.height;
  const sums = new Float32Array(stride);
  for (let y = 0; y < shrunk.height; y++) {
    sums.fill(0);
    forEachShare(y * step, (y + 1) * step, pixels.height, (source, share) => {
      for (let i = 0, at = source * stride; i < stride; i++, at++)
        sums[i] = (sums[i] as number) + (narrow.data[at] as number) * share;
    });
    for (let i = 0, at = y * stride; i < stride; i += 4, at += 4) {
      const alpha = (sums[i + 3] as number) / step;
      if (alpha <= 0) continue;
      const unit = 1 / (sums[i + 3] as number);
      shrunk.data[at] = (sums[i] as number) * unit + 0.5;
      shrunk.data[at + 1] = (sums[i + 1] as number) * unit + 0.5;
      shrunk.data[at + 2] = (sums[i + 2] as number) * unit + 0.5;
      shrunk.data[at + 3] = alpha + 0.5;
    }
  }
  return shrunk;
}

/** Averages across; colours come out weighted by their alpha, so that what is transparent lends no colour. */
function averageColumns({ data, width, height }: Pixels, narrowWidth: number): { data: Float32Array; width: number } {
  const narrow = new Float32Array(narrowWidth * height * 4);
  const step = width / narrowWidth;
  for (let x = 0; x < narrowWidth; x++) {
    forEachShare(x * step, (x + 1) * step, width, (source, share) => {
      for (let y = 0, at = x * 4, from = source * 4; y < height; y++, at += narrowWidth * 4, from += width * 4) {
        const alpha = data[from + 3] as number;
        if (alpha === 0) continue;
        const weight = (alpha * share) / step;
        narrow[at] = (narrow[at] as number) + (data[from] as number) * weight;
        narrow[at + 1] = (narrow[at + 1] as number) + (data[from + 1] as number) * weight;
        narrow[at + 2] = (narrow[at + 2] as number) + (data[from + 2] as number) * weight;
        narrow[at + 3] = (narrow[at + 3] as number) + weight;
      }
    });
  }
  return { data: narrow, width: narrowWidth };
}

/** The whole cells between two places of a row, and how much of each is between them. */
function forEachShare(from: number, to: number, end: number, visit: (cell: number, share: number) => void): void {
  const last = Math.min(end, Math.ceil(to - 1e-6));
  for (let cell = Math.floor(from + 1e-6); cell < last; cell++) {
    visit(cell, Math.min(to, cell + 1) - Math.max(from, cell));
  }
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
      const alpha = pixel >>> 24;
      if (alpha === 0) continue;
      if (alpha === 255) whole[target] = pixel;
      else blend(canvas.data, target * 4, layer.data, source * 4, alpha);
    }
  }
}

/** The same memory, a pixel at a time, its alpha in the highest byte as on every processor that the shop comes for. */
function wordsOf({ data, width, height }: Pixels): Int32Array {
  return new Int32Array(data.buffer, data.byteOffset, width * height);
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
