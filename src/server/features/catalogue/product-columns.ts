/** What the index knows of a product that anybody may see. */
export interface ProductFacts {
  readonly id: number;
  readonly categoryId: number;
  readonly name: string;
  readonly brand: string | null;
  /** Sale price if there is one, otherwise the price, in cents. */
  readonly price: number;
  readonly isOnSale: boolean;
  /** Microseconds since 1970. */
  readonly createdAt: number;
  /** Hundredths of a star. */
  readonly rating: number;
  readonly reviewCount: number;
  /** Pieces that can be bought now. */
  readonly stock: number;
  /** Another one means that the searchable text is another one. */
  readonly textHash: number;
}

type Column = Int32Array | Float64Array | Uint16Array | Uint8Array;

function grown<C extends Column>(column: C, larger: C): C {
  larger.set(column);
  return larger;
}

/** The facts of all products as one typed array each, by slot: some forty bytes and a name for each product. */
export class ProductColumns {
  readonly names: string[] = [];
  ids = new Int32Array(1024);
  categories = new Int32Array(1024);
  /** Numbers of brands, as the index counts them. */
  brands = new Int32Array(1024);
  prices = new Int32Array(1024);
  creations = new Float64Array(1024);
  ratings = new Uint16Array(1024);
  reviewCounts = new Int32Array(1024);
  stocks = new Int32Array(1024);
  sales = new Uint8Array(1024);
  textHashes = new Int32Array(1024);

  write(slot: number, facts: ProductFacts, brand: number): void {
    if (slot >= this.ids.length) this.#grow(Math.max(slot + 1, this.ids.length * 2));
    this.names[slot] = facts.name;
    this.ids[slot] = facts.id;
    this.categories[slot] = facts.categoryId;
    this.brands[slot] = brand;
    this.prices[slot] = facts.price;
    this.creations[slot] = facts.createdAt;
    this.ratings[slot] = facts.rating;
    this.reviewCounts[slot] = facts.reviewCount;
    this.stocks[slot] = facts.stock;
    this.sales[slot] = facts.isOnSale ? 1 : 0;
    this.textHashes[slot] = facts.textHash;
  }

  /** Whether writing these facts would leave every order of products as it is. */
  keepsOrders(slot: number, facts: ProductFacts): boolean {
    return (
      this.names[slot] === facts.name &&
      this.categories[slot] === facts.categoryId &&
      this.prices[slot] === facts.price &&
      this.creations[slot] === facts.createdAt &&
      this.ratings[slot] === facts.rating &&
      this.reviewCounts[slot] === facts.reviewCount
    );
  }

  #grow(size: number): void {
    this.ids = grown(this.ids, new Int32Array(size));
    this.categories = grown(this.categories, new Int32Array(size));
    this.brands = grown(this.brands, new Int32Array(size));
    this.prices = grown(this.prices, new Int32Array(size));
    this.creations = grown(this.creations, new Float64Array(size));
    this.ratings = grown(this.ratings, new Uint16Array(size));
    this.reviewCounts = grown(this.reviewCounts, new Int32Array(size));
    this.stocks = grown(this.stocks, new Int32Array(size));
    this.sales = grown(this.sales, new Uint8Array(size));
    this.textHashes = grown(this.textHashes, new Int32Array(size));
  }
}
