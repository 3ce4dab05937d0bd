import { beforeAll, describe, expect, it } from 'vitest';
import { demoCategories, demoProducts } from '../catalogue/catalogue.ts';
import { COLOURS } from '../catalogue/colours.ts';
import { type IconSet, loadIcons } from './icons.ts';
import { type PictureObject, pictureKey } from './picture.ts';
import type { Pixels } from './pixels.ts';
import { categoryStage, shopPictures } from './shop-pictures.ts';
import { createSprites, isDrawable } from './sprites.ts';

let icons: IconSet;

beforeAll(async () => {
  icons = await loadIcons();
});

function everyObject(): PictureObject[] {
  return [
    ...demoProducts.flatMap(({ pictures }) => pictures.flatMap(({ objects }) => objects)),
    ...demoCategories.flatMap((category) => categoryStage(category).objects),
    ...shopPictures.flatMap(({ stage }) => stage.objects),
  ];
}

function averageColour({ data }: Pixels): [number, number, number] {
  const sum: [number, number, number] = [0, 0, 0];
  let count = 0;
  for (let at = 0; at < data.length; at += 4) {
    if (data[at + 3] !== 255) continue;
    count++;
    for (const channel of [0, 1, 2] as const) sum[channel] += data[at + channel] ?? 0;
  }
  return [sum[0] / count, sum[1] / count, sum[2] / count];
}

describe('the pictures of the demo shop', () => {
  it('contain only objects that can be drawn', () => {
    const missing = everyObject().filter(({ object }) => !isDrawable(object, icons));
    expect(missing.map(({ object }) => object)).toEqual([]);
  });

  it('are at least three per product, each with its own alt text', () => {
    for (const { slug, pictures } of demoProducts) {
      expect(pictures.length, slug).toBeGreaterThanOrEqual(3);
      expect(new Set(pictures.map(({ alt }) => alt)).size, slug).toBe(pictures.length);
    }
  });

  it('exist for every variant that names one, in its colour', () => {
    for (const { slug, variants = [], pictures } of demoProducts) {
      for (const { sku, picture, options } of variants) {
        if (picture === undefined) continue;
        const spec = pictures[picture];
        expect(spec, `${slug}: ${sku}`).toBeDefined();
        if (pictures.some(({ objects }) => objects[0]?.dye === options.Colour)) {
          expect(spec?.objects[0]?.dye, `${slug}: ${sku}`).toBe(options.Colour);
        }
      }
    }
  });

  it('name the colour in their alt text', () => {
    for (const { slug, variants = [], pictures } of demoProducts) {
      for (const { picture, options } of variants) {
        if (picture !== undefined && options.Colour) {
          expect(pictures[picture]?.alt, slug).toContain(options.Colour);
        }
      }
    }
  });

  it('have stable names: the slug and a number from 1', () => {
    expect(pictureKey({ slug: 'aria-over-ear-headphones' }, 0)).toBe('aria-over-ear-headphones-1');
  });

  it.each(['Clay', 'Forest', 'Navy'] as const)(
    'dye an object in %s so that its average colour matches',
    async (dye) => {
      const sprites = createSprites(icons);
      const { pixels } = await sprites.place({ object: 'headphone', x: 0.5, floor: 0.8, size: 0.6, dye }, 160, 160);
      const [red, green, blue] = averageColour(pixels);
      const wanted = Number.parseInt(COLOURS[dye].slice(1), 16);
      expect(Math.abs(red - (wanted >> 16))).toBeLessThan(14);
      expect(Math.abs(green - ((wanted >> 8) & 255))).toBeLessThan(14);
      expect(Math.abs(blue - (wanted & 255))).toBeLessThan(14);
    },
  );
});
