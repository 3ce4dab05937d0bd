import { mkdir, readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import sharp from 'sharp';
import { demoCategories, demoProducts } from '../catalogue/catalogue.ts';

/**
 * Puts all pictures of each category on one sheet per theme, so that they can be judged beside their neighbours
 * (`npm run studio:sheets`).
 */
const MEDIA = resolve(import.meta.dirname, '../media');
const SHEETS = join(import.meta.dirname, 'sheets');
const COLUMNS = 12;
const TILE_PX = 160;
const GAP_PX = 4;
const PAPER = { light: '#ffffff', dark: '#121210' } as const;

/** Files of a category, product by product, in the order of the product page. */
function filesOf(categoryId: number, theme: keyof typeof PAPER, all: readonly string[]): string[] {
  const isDark = theme === 'dark';
  return demoProducts
    .filter((product) => product.categoryId === categoryId)
    .flatMap(({ slug }) => {
      const pattern = new RegExp(`^${slug}-\\d+${isDark ? '-dark' : ''}-400\\.avif$`);
      return all.filter((name) => pattern.test(name)).toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }));
    });
}

async function print(files: readonly string[], theme: keyof typeof PAPER, path: string): Promise<void> {
  const tiles = await Promise.all(
    files.map(async (name, index) => ({
      input: await sharp(join(MEDIA, name))
        .resize(TILE_PX - GAP_PX)
        .toBuffer(),
      left: (index % COLUMNS) * TILE_PX,
      top: Math.floor(index / COLUMNS) * TILE_PX,
    })),
  );
  const size = { width: COLUMNS * TILE_PX, height: Math.ceil(files.length / COLUMNS) * TILE_PX };
  await sharp({ create: { ...size, channels: 3, background: PAPER[theme] } })
    .composite(tiles)
    .webp({ quality: 70 })
    .toFile(path);
}

const all = await readdir(MEDIA);
await mkdir(SHEETS, { recursive: true });
for (const { id, slug } of demoCategories) {
  for (const theme of ['light', 'dark'] as const) {
    const files = filesOf(id, theme, all);
    await print(files, theme, join(SHEETS, `${slug}-${theme}.webp`));
    process.stdout.write(`${slug}, ${theme}: ${files.length} pictures\n`);
  }
}
