/** One call under load. */
export interface Target {
  readonly name: string;
  /** Requests a second that the shop promises at 10,000 products; two thirds of it at 100,000. */
  readonly goal: number;
  /** A hot target asks for the same address again and promises the same in any shop. */
  readonly isHot?: true;
  /** At a time; 50 unless told. */
  readonly connections?: number;
  readonly method?: 'GET' | 'POST';
  /** Address of the n-th request in a shop of `products` products: of a cold target always another one. */
  readonly path: (n: number, products: number) => string;
  readonly headers?: (n: number) => Readonly<Record<string, string>>;
  readonly body?: (n: number, products: number) => string;
}
