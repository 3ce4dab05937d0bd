import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { demoCategories, demoProducts } from './catalogue/catalogue.ts';
import { pictureKey } from './catalogue/product.ts';
import { picturePath } from './pictures.ts';

const MEDIA = join(import.meta.dirname, 'media');
/** What is loaded for the first picture of a product page on a screen of ordinary density. */
const MAX_BYTES = 25_000;

const keys = [
  ...demoProducts.flatMap((product) => product.pictures.map((_, index) => pictureKey(product, index))),
  ...demoCategories.map(({ slug }) => `category-${slug}`),
  'about-table',
];

it('has every picture of the catalogue in all widths, light and dark, and for browsers without AVIF', () => {
  const missing = keys.flatMap((key) => {
    const [, widest] = /_(\d+)$/.exec(picturePath(key)) ?? [];
    const files = ['', '-dark'].flatMap((theme) => [400, 720, widest].map((width) => `${key}${theme}-${width}.avif`));
    return [...files, `${key}-720.webp`].filter((file) => !existsSync(join(MEDIA, file)));
  });
  expect(missing).toEqual([]);
  expect(existsSync(join(MEDIA, 'og-default-1200.jpg'))).toBe(true);
});

it('keeps the first picture of every product small', () => {
  const large = demoProducts.filter(({ slug }) => {
    const [, file = '', width] = /^\/media\/(.+)_(\d+)$/.exec(picturePath(`${slug}-1`)) ?? [];
    return ['', '-dark'].some((theme) => statSync(join(MEDIA, `${file}${theme}-${width}.avif`)).size > MAX_BYTES);
  });
  expect(large.map(({ slug }) => slug)).toEqual([]);
});

it('has a tiny blurred picture, light and dark, of every picture that a page can show first', () => {
  const first = demoProducts.flatMap((product) => {
    const ofVariants = (product.variants ?? []).flatMap(({ picture }) => picture ?? []);
    return [0, ...ofVariants].map((index) => pictureKey(product, index));
  });
  const files = [...new Set([...first, ...demoCategories.map(({ slug }) => `category-${slug}`)])].flatMap((key) =>
    ['', '-dark'].map((theme) => join(MEDIA, `${key}${theme}-blurred.webp`)),
  );
  expect(files.filter((file) => !existsSync(file) || statSync(file).size > 250)).toEqual([]);
});

it('names a picture that the studio has not made', () => {
  expect(() => picturePath('nothing-1')).toThrow('The picture nothing-1 is not in demo/media');
});
