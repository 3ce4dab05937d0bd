import { type DemoProduct, stockOf } from '#demo/catalogue/product.ts';
import { colourFamiliesOfProduct } from '#domain/catalogue/colour-family.ts';
import type { Judgement } from './judgements.ts';

const CATEGORIES = ['electronics', 'clothing', 'books', 'home-garden', 'sports'] as const;

const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/ł/g, 'l');

/** Whether the text contains all words, separated by commas, as prefixes of words, ignoring hyphens. */
function holdsWords(text: string, words: string): boolean {
  const normal = ` ${plain(text).replace(/[^\p{L}\p{N}+-]+/gu, ' ')} `;
  return words.split(',').every((word) => normal.includes(` ${word}`) || normal.includes(`-${word}`));
}

const optionsOf = (product: DemoProduct): string[] =>
  (product.variants ?? []).flatMap(({ options }) => Object.values(options));

const everyText = (product: DemoProduct): string =>
  [
    product.name,
    product.brand,
    product.shortDescription,
    product.description,
    ...product.tags,
    ...product.features,
    ...Object.values(product.specifications),
  ].join(' ');

/** Whether a variant's swatch has the colour ('Moss' is green), or the product's text names it. */
function isColour(product: DemoProduct, colour: string): boolean {
  const isSwatch = (product.variants ?? []).some(
    ({ name, swatch }) =>
      swatch && colourFamiliesOfProduct(name.split(' / ')[0] ?? '', swatch).some((family) => family === colour),
  );
  return isSwatch || holdsWords(`${product.name} ${product.shortDescription}`, colour);
}

const CONDITIONS: Readonly<Record<string, (product: DemoProduct, value: string) => boolean>> = {
  name: (product, value) => holdsWords(product.name, value),
  tag: (product, value) => product.tags.some((tag) => holdsWords(tag, value)),
  brand: (product, value) => holdsWords(product.brand, value),
  author: ({ specifications }, value) =>
    holdsWords(`${specifications.author ?? ''} ${specifications.authors ?? ''}`, value),
  cat: ({ categoryId }, value) => CATEGORIES[categoryId - 1] === value,
  colour: isColour,
  size: (product, value) => optionsOf(product).some((option) => holdsWords(option, value)),
  any: (product, value) => holdsWords(everyText(product), value),
};

function meets(product: DemoProduct, condition: string): boolean {
  if (condition.startsWith('-')) return !meets(product, condition.slice(1));
  if (condition === 'sale') return product.salePriceCents !== undefined;
  if (condition === 'stock') return stockOf(product) > 0;
  const [, sign, amount] = /^price(<=|>=)(\d+)$/.exec(condition) ?? [];
  if (sign) {
    const price = product.salePriceCents ?? product.priceCents;
    return sign === '<=' ? price <= Number(amount) * 100 : price >= Number(amount) * 100;
  }
  const colon = condition.indexOf(':');
  // A single word must be in the name or the tags.
  if (colon < 0) return holdsWords([product.name, ...product.tags].join(' '), condition);
  const check = CONDITIONS[condition.slice(0, colon)];
  if (!check) throw new Error(`Unknown condition: ${condition}`);
  return check(product, condition.slice(colon + 1));
}

/** The grade of a product for a query; 0: irrelevant. */
export function gradeOf(product: DemoProduct, { rules }: Judgement): number {
  const met = rules.filter(({ alternatives }) => alternatives.some((all) => all.every((one) => meets(product, one))));
  return Math.max(0, ...met.map(({ grade }) => grade));
}

/** The search term. Undefined: no product has that SKU any more. */
export function queryText({ query }: Judgement, products: readonly DemoProduct[]): string | undefined {
  const [, form, word = ''] = /^@(sku|lower-sku|joined-sku|variant-sku):(\S+)$/.exec(query) ?? [];
  if (!form) return query;
  const product = products.find((one) => meets(one, word));
  if (!product) return undefined;
  if (form === 'variant-sku') return product.variants?.[0]?.sku;
  if (form === 'joined-sku') return product.sku.replaceAll('-', '');
  return form === 'lower-sku' ? product.sku.toLowerCase() : product.sku;
}
