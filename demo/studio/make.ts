import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { encodeBlurred } from '#server/features/pictures/index.ts';
import { openPress, type Press } from './artwork.ts';
import type { Shot } from './shot.ts';
import { SHOTS } from './shots/index.ts';

/**
 * Renders the demo shop's pictures: `npm run studio -- [part of a key…] [--jobs 2] [--draft] [--force]`.
 *
 * Only what changed is rendered: `made.json` holds a hash of each picture's script and parameters. Interrupt it at any
 * time; the next run goes on. A draft is small and rough, and lands in build/studio/ only. Blurred pictures are made from
 * the finished ones, for all chosen pictures that have none yet.
 */
const STUDIO = import.meta.dirname;
const MEDIA = resolve(STUDIO, '../media');
const WORK = resolve(STUDIO, '../../build/studio');
const MADE = join(STUDIO, 'made.json');
const PYTHON = '/usr/bin/python3';

/** Raise it when light, lens or film change for every picture. */
const STUDIO_VERSION = 1;
/** Shoppers zoom into a product's first picture; the others are seen beside the buy box at most. */
const SIZE = {
  first: { px: 1024, spp: 16 },
  other: { px: 720, spp: 16 },
  wide: { px: 1600, spp: 16 },
  draft: { px: 480, spp: 12 },
};
const THREADS = 2;

interface Encoding {
  readonly width: number;
  readonly format: 'avif' | 'webp' | 'jpeg';
  readonly quality: number;
}
const SMALLEST: Encoding = { width: 400, format: 'avif', quality: 52 };
const ENCODINGS: readonly Encoding[] = [SMALLEST, { width: 720, format: 'avif', quality: 50 }];
/** For browsers without AVIF; they get the light picture in both themes. */
const FALLBACK: Encoding = { width: 720, format: 'webp', quality: 72 };

const MAX_BYTES = 24_000;

/** What other sites show of a page: not all of them read WebP or AVIF. */
const PREVIEW: Encoding = { width: 1200, format: 'jpeg', quality: 80 };

const option = (name: string) => process.argv.includes(`--${name}`);
const jobs = Number(process.argv[process.argv.indexOf('--jobs') + 1]) || 1;
const patterns = process.argv.slice(2).filter((word, i, all) => !word.startsWith('--') && all[i - 1] !== '--jobs');
const draft = option('draft');

/** Which picture of its product a shot is: 1 the first, 2 in use, 3 close up, 4 and more the other colours; 0 for a scene. */
const numberOf = ({ key }: Shot): number => Number(/-(\d+)$/.exec(key)?.[1] ?? 0);

function sizeOf(shot: Shot): { px: number; spp: number } {
  if (draft) return SIZE.draft;
  if (shot.ratio) return SIZE.wide;
  return numberOf(shot) <= 1 ? SIZE.first : SIZE.other;
}

/** Products fill the picture, alone or in company; close-ups and scenes bring their own view. */
const isFramed = (shot: Shot): boolean => ![0, 3].includes(numberOf(shot));

/** First pictures, then colours, then the rest: an interrupted run leaves a list page that is complete. */
const turnOf = (shot: Shot): number => [0, 0, 2, 3][numberOf(shot)] ?? 1;

const say = (line: string) => process.stdout.write(`${line}\n`);

async function hashOf(shot: Shot): Promise<string> {
  const script = await readFile(join(STUDIO, 'families', `${shot.family}.py`));
  return createHash('sha256')
    .update(`${STUDIO_VERSION}${isFramed(shot) ? ' framed' : ''} ${JSON.stringify(shot)}`)
    .update(script)
    .digest('hex')
    .slice(0, 16);
}

function run(command: string, args: readonly string[]): Promise<void> {
  return new Promise((done, fail) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
    child.on('error', fail);
    // Blender ends with 0 when its script fails.
    child.on('close', (code) =>
      code === 0 && !output.includes('Traceback')
        ? done()
        : fail(new Error(`${command} failed:\n${output.slice(-3000)}`)),
    );
  });
}

/** Other work on the machine goes first. */
const runNice = (...command: string[]) => run('nice', ['-n', '19', ...command]);

async function printed(shot: Shot, press: Press, folder: string): Promise<Record<string, string>> {
  const paths: Record<string, string> = {};
  for (const [name, sheet] of Object.entries(shot.art ?? {})) {
    paths[name] = join(folder, `${name}.png`);
    await press.print(sheet, paths[name]);
  }
  return paths;
}

/** Fine grain, such as cork's, gets a lower quality, so that no picture is large. */
async function asAvif(picture: Sharp, quality: number): Promise<Buffer> {
  const packed = await picture.avif({ quality, effort: 4 }).toBuffer();
  return packed.length > MAX_BYTES && quality > 8 ? asAvif(picture, quality - 8) : packed;
}

async function encode(png: string, key: string, encodings: readonly Encoding[]): Promise<void> {
  for (const { width, format, quality } of encodings) {
    const picture = sharp(png).resize({ width, withoutEnlargement: true });
    const file = join(MEDIA, `${key}-${width}.${format === 'jpeg' ? 'jpg' : format}`);
    if (format === 'avif') await writeFile(file, await asAvif(picture, quality));
    else if (format === 'webp') await picture.webp({ quality, effort: 6 }).toFile(file);
    else await picture.jpeg({ quality, mozjpeg: true }).toFile(file);
  }
}

/** Pictures that a page can show first and large: a product's first one, those of its colours, and categories. */
const standsFirst = (shot: Shot): boolean => ![2, 3].includes(numberOf(shot)) && !shot.ratio;

const blurredFile = (key: string) => join(MEDIA, `${key}-blurred.webp`);

async function blur(key: string): Promise<void> {
  const blurred = await encodeBlurred(sharp(join(MEDIA, `${key}-${SMALLEST.width}.avif`)));
  if (blurred) await writeFile(blurredFile(key), blurred);
}

async function make(shot: Shot, press: Press): Promise<void> {
  const folder = join(WORK, shot.key);
  await mkdir(folder, { recursive: true });
  const params = { ...shot.params, ...(await printed(shot, press, folder)) };
  const render = async (name: string, paper?: string) => {
    const passes = join(folder, name);
    const { px, spp } = sizeOf(shot);
    const job = {
      ...shot,
      framed: isFramed(shot),
      params,
      paper,
      folder: passes,
      px,
      height: Math.round(px / (shot.ratio ?? 1)),
      spp: Math.round(spp * ((shot.spp ?? 36) / 36)),
    };
    const file = join(folder, `${name}.json`);
    await writeFile(file, JSON.stringify(job));
    await runNice('blender', '-b', '-t', String(THREADS), '-P', join(STUDIO, 'shoot.py'), '--', file);
    return passes;
  };
  const passes = [await render('light'), ...(shot.dark ? [await render('dark', 'night')] : [])];
  const [light, dark] = [join(WORK, `${shot.key}.png`), join(WORK, `${shot.key}-dark.png`)];
  const [lit, ...unlit] = passes;
  await runNice(PYTHON, join(STUDIO, 'darkroom.py'), lit ?? '', light, dark, String(shot.exposure ?? 0.6), ...unlit);
  await rm(folder, { recursive: true });
  if (!draft && shot.isPreview) await encode(light, shot.key, [PREVIEW]);
  else if (!draft) {
    const { px } = sizeOf(shot);
    const largest: Encoding[] = px > 720 ? [{ width: px, format: 'avif', quality: 46 }] : [];
    const encodings = [...ENCODINGS, ...largest];
    await encode(light, shot.key, [...encodings, FALLBACK]);
    await encode(dark, `${shot.key}-dark`, encodings);
    if (standsFirst(shot)) await Promise.all([blur(shot.key), blur(`${shot.key}-dark`)]);
  }
}

/** Key to hash. */
type HashByKey = Record<string, string>;

const made: HashByKey = existsSync(MADE) ? JSON.parse(await readFile(MADE, 'utf8')) : {};

async function keep(key: string, hash: string): Promise<void> {
  made[key] = hash;
  const sorted = Object.fromEntries(Object.entries(made).toSorted(([a], [b]) => a.localeCompare(b)));
  await writeFile(MADE, `${JSON.stringify(sorted, null, 1)}\n`);
}

const chosen = SHOTS.filter(({ key }) => patterns.length === 0 || patterns.some((part) => key.includes(part))).toSorted(
  (a, b) => turnOf(a) - turnOf(b),
);
const due: { shot: Shot; hash: string }[] = [];
for (const shot of chosen) {
  const hash = await hashOf(shot);
  if (draft || option('force') || made[shot.key] !== hash) due.push({ shot, hash });
}
say(`${due.length} of ${chosen.length} pictures to render`);
await mkdir(MEDIA, { recursive: true });
await mkdir(WORK, { recursive: true });
const press = await openPress();
// The browser answers these signals too, and only closes itself.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130));
const queue = due.values();
let count = 0;
async function work(): Promise<void> {
  for (const { shot, hash } of queue) {
    const started = Date.now();
    try {
      await make(shot, press);
      if (!draft) await keep(shot.key, hash);
      say(`${++count}/${due.length} ${shot.key} (${Math.round((Date.now() - started) / 1000)} s)`);
    } catch (error) {
      process.exitCode = 1;
      say(`${shot.key} FAILED: ${error instanceof Error ? error.message : error}`);
    }
  }
}
await Promise.all(Array.from({ length: jobs }, work));
for (const { key } of chosen.filter(standsFirst)) {
  for (const name of [key, `${key}-dark`]) if (made[key] && !existsSync(blurredFile(name))) await blur(name);
}
await press.close();
