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
import { fromPixels } from './pixels.ts';
import { categoryStage, type ShopPicture, shopPictures } from './shop-pictures.ts';
import { createSprites, largestSizes, type Sprites } from './sprites.ts';
import { photograph, type Stage } from './studio.ts';

const SQUARE = 1280;
const MANIFEST = 'manifest.json';
/** The most work that is lost when rendering is interrupted. */
const KEEP_EVERY_MS = 5_000;

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

/** A drawing with the largest size at which each object is needed in this batch, so that each is rasterised once. */
interface Due extends Drawing {
  largest: ReadonlyMap<string, number>;
}

type Manifest = Record<string, { print: string; files: readonly string[] }>;

export interface Studio {
  /** Keys of the pictures that were missing when the studio opened. */
  readonly due: readonly string[];
  /** Renders this picture next, if it is still missing. */
  prefer(key: string): void;
  /**
   * Renders all missing pictures, reporting the key of each once its files exist.
   * @param atOnce concurrent pictures; by default enough to use all cores.
   */
  draw(onDrawn: (key: string) => void, atOnce?: number): Promise<void>;
}

/**
 * Opens the studio for the demo shop's pictures, stored in `outDir` as `<key>-<width>.webp`. Renders pictures whose
 * files are missing or whose description or drawing code has changed; removes those that no longer belong to the shop.
 */
export async function openStudio(outDir: string): Promise<Studio> {
  await mkdir(outDir, { recursive: true });
  const codePrint = await fingerprintOfCode();
  const manifest = await readManifest(outDir);
  const sittings = planSittings();
  await removeStrangers(outDir, manifest, new Set(sittings.flat().map((drawing) => drawing.key)));
  const due: Due[] = [];
  for (const sitting of sittings) {
    const largest = largestSizes(sitting.flatMap(({ stage }) => stage.objects));
    for (const drawing of sitting) {
      if (await isDue(outDir, manifest, drawing, codePrint)) due.push({ ...drawing, largest });
    }
  }
  const waiting = new Map(due.toSorted(homeFirst).map((drawing) => [drawing.key, drawing]));
  const preferred = new Set<string>();

  function takeNext(): Due | undefined {
    const [key = ''] = preferred.size > 0 ? preferred : waiting.keys();
    const drawing = waiting.get(key);
    waiting.delete(key);
    preferred.delete(key);
    return drawing;
  }

  async function draw(onDrawn: (key: string) => void, atOnce = availableParallelism() + 1): Promise<void> {
    sharp.concurrency(1);
    sharp.cache(false);
    const sprites = createSprites(await loadIcons(iconsOf([...waiting.values()])));
    let kept = Date.now();
    const work = async () => {
      for (let next = takeNext(); next; next = takeNext()) {
        const files = await drawOne(outDir, next, sprites);
        manifest[next.key] = { print: fingerprint(next, codePrint), files };
        onDrawn(next.key);
        if (Date.now() - kept < KEEP_EVERY_MS) continue;
        kept = Date.now();
        await writeManifest(outDir, manifest);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    await writeManifest(outDir, manifest);
  }

  return {
    due: [...waiting.keys()],
    prefer: (key) => {
      if (waiting.has(key)) preferred.add(key);
    },
    draw,
  };
}

/** The pictures that the home page shows. */
const ON_HOME_PAGE: ReadonlySet<string> = new Set([
  ...demoCategories.map(categoryPictureKey),
  ...demoProducts.filter(({ isFeatured }) => isFeatured).map((product) => pictureKey(product, 0)),
]);
const homeFirst = (one: Drawing, other: Drawing) =>
  Number(ON_HOME_PAGE.has(other.key)) - Number(ON_HOME_PAGE.has(one.key));

/** Pictures that share objects are rendered in one batch. */
function planSittings(): Drawing[][] {
  const products = demoProducts.map((product) =>
    product.pictures.map((spec, index) => square(pictureKey(product, index), productStage(product, spec))),
  );
  const categories = demoCategories.map((category) => square(categoryPictureKey(category), categoryStage(category)));
  return [categories, ...products, shopPictures.slice()];
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

async function drawOne(
  outDir: string,
  { key, stage, widths, format, largest }: Due,
  sprites: Sprites,
): Promise<string[]> {
  const picture = await photograph(stage, sprites, largest);
  let raw: CreateRaw = { width: picture.width, height: picture.height, channels: stage.ground ? 3 : 4 };
  // On paper there is no alpha but 255.
  let data = stage.ground ? await fromPixels(picture).removeAlpha().raw().toBuffer() : picture.data;
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

/** Files are written atomically. */
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
