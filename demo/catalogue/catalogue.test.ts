import { describe, expect, it } from 'vitest';
import { SHOTS } from '../studio/shots/index.ts';
import { scenes } from '../studio/shots/scenes.ts';
import { demoCategories, demoProducts } from './catalogue.ts';
import { COLOURS } from './colours.ts';
import { pictureKey, stockOf } from './product.ts';
import { demoSubcategories, subcategoriesOf } from './subcategories.ts';

function repeated(values: readonly string[]): string[] {
  return values.filter((value, index) => values.indexOf(value) !== index);
}

const sentencesOf = (text: string) => text.split(/(?<=[.!?])\s+/).filter((sentence) => sentence.length > 30);

describe('the catalogue of the demo shop', () => {
  it('has the five categories of the specification with their ids', () => {
    expect(demoCategories.map(({ id, name }) => [id, name])).toEqual([
      [1, 'Electronics'],
      [2, 'Clothing'],
      [3, 'Books'],
      [4, 'Home & Garden'],
      [5, 'Sports'],
    ]);
  });

  it('fills every category', () => {
    const counts = demoCategories.map(({ id }) => demoProducts.filter(({ categoryId }) => categoryId === id).length);
    expect(counts).toEqual([34, 25, 26, 37, 22]);
  });

  it('has a subcategory for nearly every product, and each slug of a category once', () => {
    const without = demoProducts.filter((product) => subcategoriesOf(product).length === 0);
    expect(without.length).toBeLessThan(demoProducts.length / 20);
    const below = Object.values(demoSubcategories).flat();
    const slugs = below.flatMap(({ slug, children = [] }) => [slug, ...children.map((child) => child.slug)]);
    expect(repeated([...demoCategories.map(({ slug }) => slug), ...slugs])).toEqual([]);
  });

  it('has unique slugs and SKUs', () => {
    expect(repeated(demoProducts.map(({ slug }) => slug))).toEqual([]);
    const skus = demoProducts.flatMap(({ sku, variants = [] }) => [sku, ...variants.map((variant) => variant.sku)]);
    expect(repeated(skus)).toEqual([]);
  });

  it('keeps slugs to lowercase words, and names within what the database takes', () => {
    for (const { slug, name } of demoProducts) {
      expect(slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
      expect(name.length).toBeLessThanOrEqual(255);
    }
  });

  it('has prices in whole cents, and lower ones on sale', () => {
    for (const { slug, priceCents, salePriceCents, variants = [] } of demoProducts) {
      expect(Number.isInteger(priceCents) && priceCents > 0, slug).toBe(true);
      if (salePriceCents !== undefined) expect(salePriceCents, slug).toBeLessThan(priceCents);
      for (const variant of variants) expect(variant.priceModifierCents, variant.sku).toBeGreaterThanOrEqual(0);
    }
  });

  it('shows eight products on the home page in the order of its sketch, the newest first', () => {
    const featured = demoProducts.filter(({ isFeatured }) => isFeatured);
    expect(featured.toSorted((a, b) => a.createdDaysAgo - b.createdDaysAgo).map(({ name }) => name)).toEqual([
      'Aria Over-Ear Headphones',
      'Everyday Heavy Cotton Tee',
      'The Lighthouse Keepers',
      'Bouclé Reading Armchair',
      'Strider Road Running Shoe',
      'Pocket 35 Film Camera',
      'Rubber Plant in Terracotta',
      'Daytrip Backpack 18 L',
    ]);
  });

  it('has products in every stock state', () => {
    const stocks = demoProducts.map(stockOf);
    expect(stocks.filter((stock) => stock === 0)).toHaveLength(6);
    expect(stocks.filter((stock) => stock >= 1 && stock <= 5).length).toBeGreaterThanOrEqual(4);
    expect(stocks.filter((stock) => stock >= 6 && stock <= 10).length).toBeGreaterThanOrEqual(4);
  });

  it('puts about a fifth of the range on sale', () => {
    const share = demoProducts.filter(({ salePriceCents }) => salePriceCents).length / demoProducts.length;
    expect(share).toBeGreaterThan(0.15);
    expect(share).toBeLessThan(0.25);
  });

  it('describes every product in two to four paragraphs of its own', () => {
    for (const { slug, description } of demoProducts) {
      const paragraphs = description.split('\n\n').length;
      expect(paragraphs, slug).toBeGreaterThanOrEqual(2);
      expect(paragraphs, slug).toBeLessThanOrEqual(4);
    }
    expect(repeated(demoProducts.flatMap(({ description }) => sentencesOf(description)))).toEqual([]);
  });

  it('gives each variant of a product its own name and the same kinds of choice', () => {
    for (const { slug, variants = [] } of demoProducts) {
      expect(repeated(variants.map(({ name }) => name)), slug).toEqual([]);
      const choices = new Set(variants.map(({ options }) => Object.keys(options).join()));
      expect(choices.size, slug).toBeLessThanOrEqual(1);
    }
  });

  it('has only colours that pictures can show', () => {
    const colours = demoProducts.flatMap(({ variants = [] }) =>
      variants.flatMap(({ options }) => options.Colour ?? []),
    );
    expect(colours.filter((colour) => !Object.hasOwn(COLOURS, colour))).toEqual([]);
  });

  it('says what is in each picture that the studio makes of a product', () => {
    const described = demoProducts.flatMap((product) => product.pictures.map((_, index) => pictureKey(product, index)));
    const taken = SHOTS.filter((shot) => !scenes.includes(shot)).map(({ key }) => key);
    expect(described.toSorted()).toEqual(taken.toSorted());
    expect(demoProducts.flatMap(({ pictures }) => pictures).filter((text) => text.length < 5)).toEqual([]);
  });

  it('shows every colour in a picture of its own', () => {
    for (const { slug, pictures, variants = [] } of demoProducts) {
      for (const { name, picture = 0 } of variants) expect(pictures[picture], `${slug} ${name}`).toBeDefined();
      const colours = new Set(variants.filter(({ swatch }) => swatch).map(({ name }) => name.split(' / ')[0]));
      const shown = new Set(variants.filter(({ swatch }) => swatch).map(({ picture }) => picture));
      expect(shown.size, slug).toBe(colours.size);
    }
  });

  it('has ratings up to five stars, only for reviewed products', () => {
    for (const { slug, averageRating, reviewCount } of demoProducts) {
      expect(averageRating >= 0 && averageRating <= 5, slug).toBe(true);
      expect(Number.isInteger(reviewCount) && (reviewCount > 0 || averageRating === 0), slug).toBe(true);
    }
  });
});
