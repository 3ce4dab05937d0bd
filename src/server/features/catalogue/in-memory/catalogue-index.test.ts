import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { createLexicon, meaningfulWords, namedWords, nameTest } from '#server/features/search/index.ts';
import { readSnapshot, writeSnapshot } from '#server/platform/machine/snapshot-file.ts';
import { productFacts, textOf } from '#test/factories/product-facts.ts';
import { randomBy } from '#test/random.ts';
import type { CatalogueQuery } from '../search-engine.ts';
import { CatalogueIndex } from './catalogue-index.ts';
import type { ProductFacts } from './table/product-columns.ts';

const SORTS = ['name', 'price', 'created_at', 'average_rating', 'popularity'] as const;
const collator = new Intl.Collator('en');

const SWATCHES = { blue: '#2f6ad0', red: '#cf2e36' };
const BLUE = { key: 'colour', values: ['blue'] };
const MEDIUM = { key: 'size', values: ['m'] };
const UNKNOWN = { key: 'fabric', values: ['silk'] };

interface Variant {
  readonly colour: keyof typeof SWATCHES;
  readonly size: 'S' | 'M';
  readonly hasStock: boolean;
}

/** A product with its variants: in stock where one of them is. */
interface Listed extends ProductFacts {
  readonly variants: readonly Variant[];
}

const variants: fc.Arbitrary<readonly Variant[]> = fc.uniqueArray(
  fc.record({
    colour: fc.constantFrom('blue', 'red'),
    size: fc.constantFrom('S', 'M'),
    hasStock: fc.boolean(),
  }),
  { maxLength: 3, selector: ({ colour, size }) => colour + size },
);

const plainFacts: fc.Arbitrary<ProductFacts> = fc.record({
  id: fc.integer({ min: 1, max: 40 }),
  categoryId: fc.integer({ min: 1, max: 3 }),
  name: fc.constantFrom('lamp', 'Lamp', 'Écran', 'desk', 'Zebra', 'árbol', 'lamp 2'),
  brand: fc.constantFrom('Acme', 'ACMÉ', 'Bolt', null),
  price: fc.nat(30),
  isOnSale: fc.boolean(),
  createdAt: fc.nat(5),
  rating: fc.constantFrom(0, 250, 450, 500),
  reviewCount: fc.nat(3),
  stock: fc.constantFrom(0, 0, 1, 7),
  stockRowCount: fc.constantFrom(0, 1, 3),
  sold: fc.constant(0),
  textHash: fc.constant(1),
});

const facts: fc.Arbitrary<Listed> = fc.tuple(plainFacts, variants).map(([one, its]) => ({
  ...one,
  variants: its,
  inStock: its.flatMap(({ hasStock }, id) => (hasStock ? [id] : [])),
  stock: its.length > 0 ? its.filter(({ hasStock }) => hasStock).length : one.stock,
}));

const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });

const query: fc.Arbitrary<CatalogueQuery> = fc.record({
  text: maybe(fc.constantFrom('lamp', 'ecran', 'zebra', 'lam', 'desk')),
  categoryId: maybe(fc.integer({ min: 1, max: 4 })),
  minPrice: maybe(fc.nat(30)),
  maxPrice: maybe(fc.nat(30)),
  isInStock: maybe(fc.boolean()),
  isOnSale: maybe(fc.boolean()),
  brand: maybe(fc.constantFrom('acme', 'Bolt ', 'nobody', ['ACME', 'bolt'], [])),
  options: maybe(
    fc.constantFrom([BLUE], [MEDIUM], [BLUE, MEDIUM], [{ ...MEDIUM, values: ['m', 's'] }, BLUE], [UNKNOWN]),
  ),
  minRating: maybe(fc.constantFrom(0, 300, 450, 500)),
  sortBy: maybe(fc.constantFrom(...SORTS)),
  isDescending: maybe(fc.boolean()),
  offset: fc.nat(20),
  limit: fc.integer({ min: 1, max: 12 }),
});

const product = (id: number, given: Partial<ProductFacts>): Listed => ({ ...productFacts(id, given), variants: [] });

interface Step {
  readonly changed: readonly Listed[];
  readonly gone: readonly number[];
}

const step: fc.Arbitrary<Step> = fc
  .record({
    changed: fc.uniqueArray(facts, { selector: ({ id }) => id, maxLength: 12 }),
    gone: fc.array(fc.nat(40), { maxLength: 3 }),
  })
  .map(({ changed, gone }) => ({
    changed,
    gone: [...new Set(gone)].filter((id) => !changed.some((one) => one.id === id)),
  }));

const searchedVariant = ({ colour, size }: Variant, id: number) => ({
  id,
  options: { Colour: colour, Size: size },
  swatch: SWATCHES[colour],
});

/** @param isLoading changes like those of a first load: nothing is sorted before its end */
function build(steps: readonly Step[], isLoading = false): { index: CatalogueIndex; model: Map<number, Listed> } {
  const index = new CatalogueIndex();
  if (isLoading) index.startLoading();
  const model = new Map<number, Listed>();
  for (const { changed, gone } of steps) {
    index.update(
      changed.map((one) => ({ facts: one, text: textOf(one), variants: one.variants.map(searchedVariant) })),
      gone,
    );
    for (const one of changed) model.set(one.id, one);
    for (const id of gone) model.delete(id);
  }
  for (const _ of index.finishLoading());
  return { index, model };
}

const comparisons: Record<(typeof SORTS)[number], (a: ProductFacts, b: ProductFacts) => number> = {
  name: (a, b) => collator.compare(a.name, b.name),
  price: (a, b) => a.price - b.price,
  created_at: (a, b) => a.createdAt - b.createdAt,
  average_rating: (a, b) => a.rating - b.rating,
  popularity: (a, b) => b.reviewCount - a.reviewCount,
};

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim();

/** Stock, and options of one and the same variant. */
function meets({ variants: its, stock }: Listed, { options = [], isInStock }: CatalogueQuery): boolean {
  if (options.length === 0) return isInStock === undefined || stock > 0 === isInStock;
  const matching = its.filter((one) =>
    options.every(
      ({ key, values }) =>
        (key === 'colour' && values.includes(one.colour)) ||
        (key === 'size' && values.includes(one.size.toLowerCase())),
    ),
  );
  const hasStock = matching.some((one) => one.hasStock);
  return matching.length > 0 && (isInStock === undefined || hasStock === isInStock);
}

/** The whole answer, by filtering and sorting plain objects. The words of these names are told apart by beginnings alone. */
function naive(model: ReadonlyMap<number, Listed>, wanted: CatalogueQuery): Listed[] {
  const matches = [...model.values()].filter(
    (one) =>
      (wanted.text === undefined || plain(one.name).startsWith(wanted.text)) &&
      (wanted.categoryId === undefined || one.categoryId === wanted.categoryId) &&
      (wanted.minPrice === undefined || one.price >= wanted.minPrice) &&
      (wanted.maxPrice === undefined || one.price <= wanted.maxPrice) &&
      (wanted.isOnSale === undefined || one.isOnSale === wanted.isOnSale) &&
      (wanted.brand === undefined ||
        (one.brand !== null && [wanted.brand].flat().map(plain).includes(plain(one.brand)))) &&
      meets(one, wanted) &&
      (wanted.minRating === undefined || one.rating >= wanted.minRating),
  );
  if (wanted.text !== undefined && wanted.sortBy === undefined) {
    const isWhole = (one: ProductFacts): number => (plain(one.name) === wanted.text ? 1 : 0);
    const inStock = (one: ProductFacts): number => (one.stock > 0 ? 1 : 0);
    return matches.sort(
      (a, b) => isWhole(b) - isWhole(a) || inStock(b) - inStock(a) || b.reviewCount - a.reviewCount || a.id - b.id,
    );
  }
  const compare = comparisons[wanted.sortBy ?? 'name'];
  matches.sort((a, b) => compare(a, b) || a.id - b.id);
  return wanted.isDescending && wanted.sortBy !== 'popularity' ? matches.reverse() : matches;
}

test('pages equal those of filtering, sorting and slicing plain objects, after any changes', () => {
  fc.assert(
    fc.property(
      fc.array(step, { maxLength: 8 }),
      fc.array(query, { minLength: 1, maxLength: 6 }),
      fc.boolean(),
      (steps, queries, isLoading) => {
        const { index, model } = build(steps, isLoading);
        expect(index.size).toBe(model.size);
        expect(index.totals().stockRowCount).toBe([...model.values()].reduce((sum, one) => sum + one.stockRowCount, 0));
        for (const wanted of queries) {
          const page = index.find(wanted);
          const expected = naive(model, wanted);
          if (page.corrected !== null) continue;
          const { offset, limit } = wanted;
          expect(page.total).toBe(expected.length);
          expect(page.ids).toEqual(expected.slice(offset, offset + limit).map(({ id }) => id));
        }
      },
    ),
    { numRuns: 300 },
  );
});

test('every facet counts what the list would contain with that option', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 5 }), query, (steps, wanted) => {
      const { index, model } = build(steps);
      fc.pre(index.find(wanted).corrected === null);
      const withChoice = (choice: Partial<CatalogueQuery>) => index.find({ ...wanted, ...choice }).total;
      const { page, facets: counts } = index.findWithFacets(wanted);
      expect(page).toEqual(index.find(wanted));
      expect(counts.inStock).toBe(withChoice({ isInStock: true }));
      expect(counts.onSale).toBe(withChoice({ isOnSale: true }));
      for (const { min, count } of counts.ratings) expect(count).toBe(withChoice({ minRating: min * 100 }));
      for (const { id, count } of counts.categories) expect(count).toBe(withChoice({ categoryId: id }));
      for (const { key, values } of counts.options) {
        const others = (wanted.options ?? []).filter((one) => one.key !== key);
        for (const { value, count } of values)
          expect(count, `${key} ${value}`).toBe(withChoice({ options: [...others, { key, values: [value] }] }));
        const offered = values.map(({ value }) => value);
        const left = ['blue', 'red', 's', 'm'].filter((value) => !offered.includes(value));
        for (const value of left) expect(withChoice({ options: [...others, { key, values: [value] }] })).toBe(0);
      }
      for (const { name, count } of counts.brands) expect(count).toBe(withChoice({ brand: name }));
      expect(sumOf(counts.categories)).toBe(withChoice({ categoryId: undefined }));
      expect(sumOf(counts.brands)).toBe(
        naive(model, { ...wanted, brand: undefined }).filter(({ brand }) => brand !== null).length,
      );
      const prices = naive(model, { ...wanted, minPrice: undefined, maxPrice: undefined }).map(({ price }) => price);
      expect(counts.price).toEqual(prices.length === 0 ? null : { min: Math.min(...prices), max: Math.max(...prices) });
    }),
    { numRuns: 300 },
  );
});

test('a repeated search for a common word has the same results as the first, also after products have changed', () => {
  const [one] = fc.sample(plainFacts, 1) as [ProductFacts];
  const NAMES = ['Lamp', 'Desk lamp', 'Lamps for desks', 'Lampshade', 'Lamp oil', 'Desk', 'Chair'];
  const products = fc.sample(fc.tuple(fc.constantFrom(...NAMES), fc.nat(3), fc.boolean()), { numRuns: 6_000, seed: 1 });
  const changed = products.map(([name, sold, isTagged], n) => {
    const facts: ProductFacts = { ...one, id: n + 1, name, sold: sold ** 9, stock: n % 3, reviewCount: n % 5 };
    const text = { ...textOf(facts), tags: isTagged ? ['lamp'] : [], description: 'fits every lamp' };
    return { facts: { ...facts, inStock: undefined }, text };
  });
  const index = new CatalogueIndex();
  index.update(changed, []);
  const expectSame = () => {
    for (const text of ['lamp', 'lamps', 'lam', 'desk', 'oil']) {
      // Too long for a page of the best matches only.
      const all = index.find({ text, offset: 0, limit: 10_000 });
      for (const page of [
        { offset: 0, limit: 12 },
        { offset: 24, limit: 12 },
        { offset: 0, limit: 100 },
      ]) {
        const full = index.findWithFacets({ text, ...page }).page;
        expect(full).toEqual({ ...all, ids: all.ids.slice(page.offset, page.offset + page.limit) });
        expect(index.find({ text, ...page })).toEqual(full);
        expect(index.find({ text, ...page, isInStock: true }).total).toBeLessThan(full.total);
      }
    }
  };
  expectSame();
  expect(index.find({ text: 'lamp', offset: 0, limit: 12 }).total).toBe(6_000);
  const [first] = index.find({ text: 'lamp', offset: 0, limit: 1 }).ids;
  index.update(
    [{ facts: { ...one, id: first as number, name: 'Lamp', stock: 0, reviewCount: 0 }, text: undefined }],
    [],
  );
  expectSame();
  expect(index.find({ text: 'lamp', offset: 0, limit: 1 }).ids).not.toEqual([first]);
  const best: ProductFacts = {
    ...one,
    id: 100,
    name: 'Oil',
    sold: 9 ** 9,
    stock: 1,
    reviewCount: 9,
    inStock: undefined,
  };
  index.update([{ facts: best, text: { ...textOf(best), tags: ['oil'] } }], []);
  expectSame();
  expect(index.find({ text: 'oil', offset: 0, limit: 1 }).ids).toEqual([100]);
  index.update([], [1, 2, 3]);
  expectSame();
  expect(index.find({ text: 'lamp', offset: 0, limit: 12 }).total).toBe(5_996);
});

test.each([
  ['zorbxal', 'zorbal'],
  ['zorbal', 'zorbxal'],
])('%s does not change what is counted for %s: a corrected word is no beginning of another one', (first, second) => {
  const named = (id: number, name: string) => ({ facts: product(id, { name }), text: textOf(product(id, { name })) });
  const index = new CatalogueIndex();
  const products = Array.from({ length: 5_000 }, (_, place) => named(place + 1, 'zorbal'));
  index.update([...products, named(5_001, 'zorbalorium')], []);
  const totals = { zorbal: 5_001, zorbxal: 5_000 };
  for (const text of [first, second, second] as (keyof typeof totals)[])
    expect(index.find({ text, offset: 0, limit: 12 }).total).toBe(totals[text]);
});

test('sorted, filtered and counted searches agree with a list of all matches, also after changes', () => {
  const WORDS = 'lamp desk lampshade oak table steel soft home warm rug hand made handmade'.split(' ');
  const random = randomBy(7);
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
  const [one] = fc.sample(plainFacts, 1) as [ProductFacts];
  const model = new Map<number, ProductFacts>();
  const index = new CatalogueIndex();
  index.setLexicon(createLexicon());
  const write = (id: number) => {
    const words = () => Array.from({ length: 1 + Math.floor(random() * 3) }, () => pick(WORDS)).join(' ');
    const facts: ProductFacts = {
      ...one,
      ...{ id, name: words(), categoryId: 1 + Math.floor(random() * 3), price: Math.floor(random() * 500) },
      ...{ stock: Math.floor(random() * 3), isOnSale: random() < 0.3, rating: 100 * Math.floor(random() * 6) },
      inStock: undefined,
    };
    model.set(id, facts);
    const description = random() < 0.5 ? words() : `${words()}, sturdy`;
    return { facts, text: { ...textOf(facts), tags: [pick(WORDS)], shortDescription: words(), description } };
  };
  const expectSame = () => {
    const texts = ['lamp', 'lamps', 'lam', 'oak desk', 'desk lamp oak', 'steel tab', 'soft warm home', 'zzz'];
    // A topic with a word that no name has, and names that begin so.
    const ofOwnRules = ['warm sturdy', 'sturdy warm', 'desk lam', 'table soft'];
    // A multi-word synonym, twice: the second search uses cached matches.
    for (const text of [...texts, ...ofOwnRules, 'handmade', 'handmade rug', 'handmade']) {
      // The limit is so high that all matches are ranked by relevance.
      const all = index.find({ text, offset: 0, limit: 10_000 }).ids.map((id) => model.get(id) as ProductFacts);
      const filter = pick([{}, { isInStock: true }, { minPrice: 100, maxPrice: 300 }, { brand: 'nobody' }]);
      const categoryId = pick([undefined, 1, 4]);
      const matching = all.filter(
        ({ stock, price, categoryId: category }) =>
          (!('isInStock' in filter) || stock > 0) &&
          (!('minPrice' in filter) || (price >= 100 && price <= 300)) &&
          !('brand' in filter) &&
          (categoryId === undefined || category === categoryId),
      );
      const offset = pick([0, 12, 36, 2_000]);
      const query = { text, ...filter, categoryId, offset, limit: 12 };
      const expectPage = (sorted: readonly ProductFacts[], page: { ids: number[]; total: number }) =>
        expect([page.total, page.ids]).toEqual([
          matching.length,
          sorted.slice(offset, offset + 12).map(({ id }) => id),
        ]);
      expectPage(matching, index.find(query));
      const { page, facets } = index.findWithFacets(query);
      expectPage(matching, page);
      if (!('isInStock' in filter)) expect(facets.inStock).toBe(matching.filter(({ stock }) => stock > 0).length);
      const byPrice = [...matching].sort((a, b) => a.price - b.price || a.id - b.id);
      expectPage(byPrice, index.find({ ...query, sortBy: 'price' }));
      expectPage([...byPrice].reverse(), index.findWithFacets({ ...query, sortBy: 'price', isDescending: true }).page);
      const rule = { match: 'all' as const, filters: [{ text, ...filter, categoryId }] };
      expectPage(byPrice, index.find({ rule, sortBy: 'price', offset, limit: 12 }));
    }
  };
  const ids = Array.from({ length: 9_000 }, (_, place) => place + 1);
  index.update(ids.map(write), []);
  expectSame();
  index.update(ids.filter((id) => id % 2 === 0).map(write), []);
  expectSame();
  const gone = ids.filter((id) => id % 3 === 0);
  for (const id of gone) model.delete(id);
  index.update([], gone);
  expectSame();
  for (const _ of index.tidy());
  index.update(
    Array.from({ length: 2_000 }, (_, place) => write(10_000 + place)),
    [],
  );
  expectSame();
});

test('a category contains the products of those below it, wherever the categories move', () => {
  const CATEGORIES = [1, 2, 3, 4, 5, 6];
  // Each category is below an earlier one or on the first level, at most three levels deep.
  const tree = fc
    .tuple(...CATEGORIES.map((id) => fc.integer({ min: 0, max: id - 1 })))
    .map((parents) => new Map(CATEGORIES.map((id, at) => [id, parents[at] || null])));
  const placed = facts.map((one) => ({ ...one, categoryId: 1 + (one.id % 6) }));
  const turn = fc.record({ tree, changed: fc.uniqueArray(placed, { selector: ({ id }) => id, maxLength: 12 }), query });
  fc.assert(
    fc.property(fc.array(turn, { minLength: 1, maxLength: 6 }), (turns) => {
      const index = new CatalogueIndex();
      const model = new Map<number, Listed>();
      for (const { tree: parents, changed, query: wanted } of turns) {
        const listed = CATEGORIES.map((id) => ({ id, name: '', slug: '', parentId: parents.get(id) ?? null }));
        index.setCategories(listed);
        index.update(
          changed.map((one) => ({ facts: one, text: textOf(one), variants: one.variants.map(searchedVariant) })),
          [],
        );
        for (const one of changed) model.set(one.id, one);
        const isIn = (own: number | null, category: number): boolean =>
          own !== null && (own === category || isIn(parents.get(own) ?? null, category));
        for (const categoryId of CATEGORIES) {
          const page = index.find({ ...wanted, categoryId });
          if (page.corrected !== null) continue;
          const members = [...model].filter(([, one]) => isIn(one.categoryId, categoryId));
          const expected = naive(new Map(members), { ...wanted, categoryId: undefined });
          const { offset, limit } = wanted;
          expect(page.ids).toEqual(expected.slice(offset, offset + limit).map(({ id }) => id));
          expect(page.total).toBe(expected.length);
          expect(index.countOf(categoryId)).toBe(members.length);
          const counts = index.findWithFacets({ ...wanted, categoryId }).facets.categories;
          expect(counts.find(({ id }) => id === categoryId)?.count ?? 0).toBe(expected.length);
        }
      }
    }),
    { numRuns: 200 },
  );
});

const sumOf = (counts: readonly { count: number }[]): number => counts.reduce((sum, { count }) => sum + count, 0);

test('suggests the most reviewed names that contain the words', () => {
  const typed = fc.constantFrom('l', 'la', 'lamp', 'lamps', 'lamp 2', '2 la', 'e', 'z', 'des', 'x');
  fc.assert(
    fc.property(fc.array(step, { maxLength: 8 }), typed, (steps, text) => {
      const { index, model } = build(steps);
      const expected = [...model.values()]
        .filter(({ name }) => nameTest(meaningfulWords(text))(namedWords(name)))
        .sort((a, b) => b.reviewCount - a.reviewCount || a.id - b.id);
      expect(index.suggest(text, 3)).toEqual(expected.slice(0, 3).map(({ id }) => id));
    }),
    { numRuns: 300 },
  );
});

test('suggests the most reviewed names that start with the text', () => {
  const { index } = build([
    {
      changed: [
        product(1, { name: 'Lampshade' }),
        product(2, { name: 'Desk lamp', reviewCount: 9 }),
        product(3, { name: 'Chair', brand: 'Lamp & Co' }),
        product(4, { name: 'Laptop', reviewCount: 4 }),
      ],
      gone: [],
    },
  ]);
  expect(index.suggest('la', 2)).toEqual([2, 4]);
  expect(index.suggest('desk la', 5)).toEqual([2]);
});

test('an index read from a file answers and changes like the one that was written', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'stoa-index-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'index');
  const changes = (steps: readonly Step[]) =>
    steps.flatMap(({ changed, gone }) => [
      {
        changed: changed.map((one) => ({ facts: one, text: textOf(one), variants: one.variants.map(searchedVariant) })),
        gone,
      },
    ]);
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 1, maxLength: 6 }),
      fc.array(step, { maxLength: 4 }),
      fc.array(query, { minLength: 1, maxLength: 6 }),
      async (before, after, queries) => {
        const { index } = build(before);
        fc.pre(index.size > 0);
        await writeSnapshot(path, 'key', (to) => index.save(to));
        const read = new CatalogueIndex();
        expect(await readSnapshot(path, 'key', (from) => read.load(from))).toBe(true);
        for (const { changed, gone } of [{ changed: [], gone: [] }, ...changes(after)]) {
          index.update(changed, gone);
          read.update(changed, gone);
          expect([read.size, read.totals().stockRowCount, [...read.ids()]]).toEqual([
            index.size,
            index.totals().stockRowCount,
            [...index.ids()],
          ]);
          for (const wanted of queries) expect(read.findWithFacets(wanted)).toEqual(index.findWithFacets(wanted));
          for (const id of index.ids()) expect(read.related(id, 4)).toEqual(index.related(id, 4));
          expect(read.suggest('la', 5)).toEqual(index.suggest('la', 5));
        }
      },
    ),
    { numRuns: 100 },
  );
});

/** How a product spells what it shares with others. */
interface Spelling {
  readonly brand: string | null;
  readonly option: string;
  readonly value: string;
}

const changeOf = (id: number, { brand, option, value }: Spelling) => {
  const facts = { ...productFacts(id, { brand }), inStock: [1] };
  return { facts, text: textOf(facts), variants: [{ id: 1, options: { [option]: value }, swatch: null }] };
};

function labelsIn(index: CatalogueIndex, asked: Partial<CatalogueQuery> = {}) {
  const { brands, options } = index.findWithFacets({ offset: 0, limit: 1, ...asked }).facets;
  const byKey = options.toSorted((a, b) => (a.key < b.key ? -1 : 1));
  return {
    brands,
    options: byKey.map(({ label, values }) => ({
      label,
      values: values.toSorted((a, b) => (a.value < b.value ? -1 : 1)).map(({ label: of, count }) => [of, count]),
    })),
  };
}

async function readAgain(index: CatalogueIndex): Promise<CatalogueIndex> {
  const folder = mkdtempSync(join(tmpdir(), 'stoa-index-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  await writeSnapshot(join(folder, 'index'), 'key', (to) => index.save(to));
  const read = new CatalogueIndex();
  expect(await readSnapshot(join(folder, 'index'), 'key', (from) => read.load(from))).toBe(true);
  return read;
}

test('filters spell brands, options and values as most products do, and follow corrections', async () => {
  const index = new CatalogueIndex();
  const wrong = { brand: 'bose', option: 'Coverfinish', value: 'matt' };
  const right = { brand: 'Bose ', option: 'Coverfinish ', value: 'Matt' };
  const labels = (brand: string, value: string, count: number) => ({
    brands: [{ name: brand, count }],
    options: [{ label: 'Coverfinish', values: [[value, count]] }],
  });
  index.update([changeOf(1, wrong), changeOf(2, wrong), changeOf(3, wrong)], []);
  expect(labelsIn(index)).toEqual(labels('bose', 'matt', 3));
  index.update([changeOf(1, right)], []);
  expect(labelsIn(index)).toEqual(labels('bose', 'matt', 3));
  index.update([changeOf(2, right)], []);
  expect(labelsIn(index)).toEqual(labels('Bose', 'Matt', 3));
  index.update([changeOf(3, right)], []);
  for (const each of [index, await readAgain(index)]) {
    expect(labelsIn(each)).toEqual(labels('Bose', 'Matt', 3));
    const asked = { brand: 'BOSE', options: [{ key: 'coverfinish', values: ['matt'] }] };
    expect(labelsIn(each, asked)).toEqual(labels('Bose', 'Matt', 3));
    // A chosen value that no product of the list has.
    expect(labelsIn(each, { ...asked, minPrice: 5000 })).toEqual({
      brands: [],
      options: [{ label: 'Coverfinish', values: [['Matt', 0]] }],
    });
    expect(each.find({ ...asked, offset: 0, limit: 5 }).total).toBe(3);
    each.update([changeOf(1, wrong)], [2, 3]);
    expect(labelsIn(each)).toEqual(labels('bose', 'matt', 1));
  }
});

test('a product whose variants spell an option differently counts once', () => {
  const index = new CatalogueIndex();
  const facts = { ...productFacts(1), inStock: [2] };
  const options = [{ Finish: 'matt' }, { FINISH: 'Matt' }, { finish: 'MATT' }];
  index.update(
    [{ facts, text: textOf(facts), variants: options.map((own, id) => ({ id, options: own, swatch: null })) }],
    [],
  );
  const finish = { label: 'FINISH', values: [['Matt', 1]] };
  expect(labelsIn(index).options).toEqual([finish]);
  expect(labelsIn(index, { isInStock: true, options: [{ key: 'finish', values: ['matt'] }] }).options).toEqual([
    finish,
  ]);
  expect(labelsIn(index, { isInStock: false, options: [{ key: 'finish', values: ['matt'] }] }).options).toEqual([
    { ...finish, values: [['Matt', 0]] },
  ]);
});

test('related products share a brand and option values, however these are spelled', () => {
  const index = new CatalogueIndex();
  const own = changeOf(1, { brand: 'bose', option: 'Finish', value: 'matt' });
  const popular = changeOf(3, { brand: 'Acme', option: 'Finish', value: 'glossy' });
  for (const [brand, option] of [
    ['BOSE', 'Shade'],
    ['Bolt', 'FINISH'],
  ] as const) {
    const alike = changeOf(2, { brand, option, value: 'Matt' });
    index.update([own, alike, { ...popular, facts: { ...popular.facts, reviewCount: 9 } }], []);
    expect(index.related(1, 1)).toEqual([2]);
  }
});

test('filters have the same labels however the catalogue came about', () => {
  const spelling = fc.record({
    brand: fc.constantFrom('Acme', 'ACME', 'acmé', 'Bolt', null),
    option: fc.constantFrom('Finish', 'FINISH', 'finish'),
    value: fc.constantFrom('matt', 'Matt', 'glossy'),
  });
  const changes = fc.array(fc.tuple(fc.integer({ min: 1, max: 6 }), fc.option(spelling)), { maxLength: 30 });
  const queries: Partial<CatalogueQuery>[] = [
    {},
    { brand: 'acme' },
    { isInStock: true },
    { options: [{ key: 'finish', values: ['matt'] }] },
  ];
  fc.assert(
    fc.property(changes, (all) => {
      const lived = new CatalogueIndex();
      for (const [id, spelled] of all) lived.update(spelled ? [changeOf(id, spelled)] : [], spelled ? [] : [id]);
      const fresh = new CatalogueIndex();
      const last = [...new Map(all)].toSorted(([a], [b]) => a - b);
      fresh.update(
        last.flatMap(([id, spelled]) => (spelled ? [changeOf(id, spelled)] : [])),
        [],
      );
      for (const asked of queries) {
        // A chosen value that no product has is only known where one had it.
        if (
          asked.options &&
          labelsIn(fresh).options.every(({ values }) => !values.some(([of]) => /matt/i.test(String(of))))
        )
          continue;
        expect(labelsIn(lived, asked)).toEqual(labelsIn(fresh, asked));
      }
    }),
  );
});

test('facets of products in stock count only options that are in stock', () => {
  const lamp: Variant = { colour: 'blue', size: 'S', hasStock: true };
  const [one] = fc.sample(plainFacts, 1) as [ProductFacts];
  const its: readonly Variant[] = [lamp, { ...lamp, colour: 'red', hasStock: false }];
  const { index } = build([{ changed: [{ ...one, stock: 1, inStock: [0], variants: its }], gone: [] }]);
  const coloursIn = (isInStock?: boolean) =>
    index.findWithFacets({ isInStock, offset: 0, limit: 1 }).facets.options.find(({ key }) => key === 'colour')?.values;
  expect(coloursIn(true)?.map(({ value }) => value)).toEqual(['blue']);
  expect(coloursIn()?.map(({ value }) => value)).toEqual(['blue', 'red']);
});
