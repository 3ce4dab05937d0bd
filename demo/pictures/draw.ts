import { createHash } from 'node:crypto';
import { access, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp, { type CreateRaw } from 'sharp';
import { demoCategories, demoProducts } from '../catalogue/catalogue.ts';
import type { DemoProduct } from '../catalogue/product.ts';
import { loadIcons } from './icons.ts';
import { OBJECTS } from './objects.ts';
import { categoryPictureKey, PICTURE_WIDTHS, type PictureSpec, pictureKey } from './picture.ts';
import { withoutAlpha } from './pixels.ts';
import { categoryStage, type ShopPicture, shopPictures } from './shop-pictures.ts';
import { createSprites, largestSizes, type Sprites } from './sprites.ts';
import { photograph, type Stage } from './studio.ts';

const SQUARE = 1280;
const MANIFEST = 'manifest.json';
const PROGRESS_EVERY_MS = 5000;

/**
 * Measured over 85 pictures at 1280 px, in processor time: effort 2 takes 38 ms for 22 kB, effort 4 twice the time for a
 * tenth less, effort 0 a little more than half the time for a quarter more; AVIF at effort 0 is slower than WebP at 2 and
 * no smaller, and at effort 2 five times slower. So WebP alone, which every browser of today can show.
 */
const WEBP = { quality: 86, alphaQuality: 92, effort: 2 } as const;
const JPEG = { quality: 88, mozjpeg: true } as const;

interface Drawing {
  key: string;
  stage: Stage;
  widths: readonly number[];
  format: ShopPicture['format'];
}

/** Pictures that share objects, so that each object is drawn from its vectors once. */
type Sitting = readonly Drawing[];

type Manifest = Record<string, { print: string; files: readonly string[] }>;

/**
 * Draws every picture of the demo shop into `outDir` as `<key>-<width>.webp`, leaving out those whose files are there and
 * whose description and drawing code have not changed since, and removing those that no longer belong to the shop.
 * @param report receives one line of progress every few seconds.
 * @returns how many pictures were drawn.
 */
export async function drawPictures(outDir: string, report: (line: string) => void = () => {}): Promise<number> {
  await mkdir(outDir, { recursive: true });
  const sittings = planSittings();
  const codePrint = await fingerprintOfCode();
  const manifest = await readManifest(outDir);
  await removeStrangers(outDir, manifest, new Set(sittings.flat().map((drawing) => drawing.key)));
  const waiting: Drawing[][] = [];
  for (const sitting of sittings) {
    const due: Drawing[] = [];
    for (const drawing of sitting) if (await isDue(outDir, manifest, drawing, codePrint)) due.push(drawing);
    if (due.length > 0) waiting.push(due);
  }
  const total = waiting.flat().length;
  if (total === 0) return 0;

  sharp.concurrency(1);
  sharp.cache(false);
  const sprites = createSprites(await loadIcons(iconsOf(waiting.flat())));
  let done = 0;
  let reported = Date.now();
  await inParallel(availableParallelism() + 1, waiting, async (sitting) => {
    const largest = largestSizes(sitting.flatMap(({ stage }) => stage.objects));
    for (const drawing of sitting) {
      const files = await draw(outDir, drawing, sprites, largest);
      manifest[drawing.key] = { print: fingerprint(drawing, codePrint), files };
      done++;
      if (Date.now() - reported >= PROGRESS_EVERY_MS) {
        reported = Date.now();
        report(`Demo pictures: ${done} of ${total} drawn`);
        await writeManifest(outDir, manifest);
      }
    }
  });
  await writeManifest(outDir, manifest);
  report(`Demo pictures: all ${total} drawn`);
  return total;
}

function planSittings(): Sitting[] {
  const products = demoProducts.map((product) =>
    product.pictures.map((spec, index) => square(pictureKey(product, index), productStage(product, spec))),
  );
  const categories = demoCategories.map((category) => square(categoryPictureKey(category), categoryStage(category)));
  return [shopPictures.slice(), categories, ...products];
}

function productStage(product: DemoProduct, { paper, backdrop, objects }: PictureSpec): Stage {
  return { width: SQUARE, height: SQUARE, ground: { paper: paper ?? product.categoryId, backdrop }, objects };
}

function square(key: string, stage: Stage): Drawing {
  return { key, stage, widths: PICTURE_WIDTHS, format: 'webp' };
}

function iconsOf(drawings: readonly Drawing[]): Set<string> {
  return new Set(drawings.flatMap(({ stage }) => stage.objects.map(({ object }) => OBJECTS[object]?.icon ?? object)));
}

async function draw(
  outDir: string,
  { key, stage, widths, format }: Drawing,
  sprites: Sprites,
  largest: ReadonlyMap<string, number>,
): Promise<string[]> {
  const picture = await photograph(stage, sprites, largest);
  let raw: CreateRaw = { width: picture.width, height: picture.height, channels: stage.ground ? 3 : 4 };
  let data = stage.ground ? withoutAlpha(picture) : picture.data;
  const files: string[] = [];
  for (const width of widths.toSorted((a, b) => b - a)) {
    if (width !== raw.width) {
      const smaller = await sharp(data, { raw }).resize(width).raw().toBuffer({ resolveWithObject: true });
      data = smaller.data;
      raw = { ...raw, width: smaller.info.width, height: smaller.info.height };
    }
    const image = sharp(data, { raw });
    const file = `${key}-${width}.${format === 'jpeg' ? 'jpg' : format}`;
    const encoded = format === 'jpeg' ? image.jpeg(JPEG) : image.webp(WEBP);
    await writeWhole(join(outDir, file), await encoded.toBuffer());
    files.push(file);
  }
  return files;
}

async function isDue(outDir: string, manifest: Manifest, drawing: Drawing, codePrint: string): Promise<boolean> {
  const known = manifest[drawing.key];
  if (!known || known.print !== fingerprint(drawing, codePrint)) return true;
  for (const file of known.files) if (!(await exists(join(outDir, file)))) return true;
  return false;
}

function fingerprint({ stage, widths, format }: Drawing, codePrint: string): string {
  return createHash('sha256').update(JSON.stringify({ stage, widths, format, codePrint })).digest('hex').slice(0, 20);
}

/** Changes with the drawing code, the colours, and the versions of the vectors and of sharp. */
async function fingerprintOfCode(): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify(sharp.versions));
  const here = fileURLToPath(new URL('.', import.meta.url));
  const code = (await readdir(here)).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts')).toSorted();
  for (const name of code) hash.update(await readFile(join(here, name)));
  hash.update(await readFile(new URL('../catalogue/colours.ts', import.meta.url)));
  hash.update(await readFile(fileURLToPath(import.meta.resolve('@iconify-json/fluent-emoji/package.json'))));
  return hash.digest('hex');
}

async function readManifest(outDir: string): Promise<Manifest> {
  const text = await readFile(join(outDir, MANIFEST), 'utf8').catch(() => '{}');
  try {
    return JSON.parse(text) as Manifest;
  } catch {
    return {};
  }
}

async function writeManifest(outDir: string, manifest: Manifest): Promise<void> {
  await writeWhole(join(outDir, MANIFEST), JSON.stringify(manifest));
}

/** A file is there entirely or not at all, whenever the run is stopped. */
async function writeWhole(path: string, content: Buffer | string): Promise<void> {
  const unfinished = `${path}.${process.pid}.tmp`;
  await writeFile(unfinished, content);
  await rename(unfinished, path);
}

async function removeStrangers(outDir: string, manifest: Manifest, planned: ReadonlySet<string>): Promise<void> {
  for (const [key, { files }] of Object.entries(manifest)) {
    if (planned.has(key)) continue;
    for (const file of files) await rm(join(outDir, file), { force: true });
    delete manifest[key];
  }
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

async function inParallel<T>(workers: number, items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = items.values();
  await Promise.all(
    Array.from({ length: workers }, async () => {
      for (const item of queue) await work(item);
    }),
  );
}
