/** Brands are numbered from 0; -1 is none. */
export const NO_BRAND = -1;

const INITIAL_SIZE = 1024;
const GROWTH = 1.25;
/** Of a slot without a product. */
const NO_PART = -1;
/** Hundredths of a star. */
const STAR = 100;
/** From no star to five. */
export const STAR_CLASSES = 6;
const MAX_CATEGORIES = 2 ** 20;

/** What decides a product's part of a group; category and brand are numbers of the table. */
interface GroupFacts {
  readonly category: number;
  readonly brand: number;
  /** Hundredths of a star. */
  readonly rating: number;
  readonly isInStock: boolean;
  readonly isOnSale: boolean;
}

/** A group has four parts: products that are in stock or not, and on sale or not. Numbers of parts follow each other. */
export const PARTS = 4;
export const IN_STOCK = 2;
export const ON_SALE = 1;

/**
 * Products with the same category, brand and number of whole stars are one group. Most conditions of a list are met by whole
 * parts of groups, and there are far fewer groups than products. The sizes of the parts are updated with each product; a group
 * stays when it is empty.
 */
export class ProductGroups {
  readonly #numbers = new Map<number, number>();
  #parts = new Int32Array(INITIAL_SIZE).fill(NO_PART);
  #sizes = new Int32Array(INITIAL_SIZE * PARTS);
  /** By group number. */
  categories = new Int32Array(INITIAL_SIZE);
  brands = new Int32Array(INITIAL_SIZE);
  stars = new Uint8Array(INITIAL_SIZE);

  get count(): number {
    return this.#numbers.size;
  }

  /** Part numbers by slot; -1 without a product. */
  get parts(): Int32Array {
    return this.#parts;
  }

  /** Numbers of products by part number, as a view that the next change overwrites. */
  get sizes(): Int32Array {
    return this.#sizes.subarray(0, this.count * PARTS);
  }

  /** Whether there is a product in a slot. */
  has(slot: number): boolean {
    return (this.#parts[slot] ?? NO_PART) !== NO_PART;
  }

  /** Whether a product has this brand. */
  hasBrand(brand: number): boolean {
    for (let group = 0; group < this.count; group += 1) {
      if (this.brands[group] !== brand) continue;
      const first = group * PARTS;
      if (this.#sizes.subarray(first, first + PARTS).some((size) => size > 0)) return true;
    }
    return false;
  }

  set(slot: number, facts: GroupFacts): void {
    if (slot >= this.#parts.length) {
      const parts = new Int32Array(Math.max(slot + 1, Math.ceil(this.#parts.length * GROWTH))).fill(NO_PART);
      parts.set(this.#parts);
      this.#parts = parts;
    }
    this.clear(slot);
    const part = this.#numberOf(facts) * PARTS + (facts.isInStock ? IN_STOCK : 0) + (facts.isOnSale ? ON_SALE : 0);
    this.#parts[slot] = part;
    this.#sizes[part] = (this.#sizes[part] as number) + 1;
  }

  clear(slot: number): void {
    const part = this.#parts[slot] ?? NO_PART;
    if (part === NO_PART) return;
    this.#parts[slot] = NO_PART;
    this.#sizes[part] = (this.#sizes[part] as number) - 1;
  }

  /** The number of a product's group, new or known. */
  #numberOf({ category, brand, rating }: GroupFacts): number {
    const stars = Math.floor(rating / STAR);
    const key = ((brand - NO_BRAND) * MAX_CATEGORIES + category) * STAR_CLASSES + stars;
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    const group = this.count;
    if (group === this.categories.length) this.#grow(Math.ceil(group * GROWTH));
    this.#numbers.set(key, group);
    this.categories[group] = category;
    this.brands[group] = brand;
    this.stars[group] = stars;
    return group;
  }

  #grow(size: number): void {
    const grown = <C extends Int32Array | Uint8Array>(column: C, larger: C): C => {
      larger.set(column);
      return larger;
    };
    this.#sizes = grown(this.#sizes, new Int32Array(size * PARTS));
    this.categories = grown(this.categories, new Int32Array(size));
    this.brands = grown(this.brands, new Int32Array(size));
    this.stars = grown(this.stars, new Uint8Array(size));
  }
}
