/** One call under load. */
export interface Target {
  readonly name: string;
  /** Target in requests per second at 10,000 products; two thirds of it at 100,000. */
  readonly goal: number;
  /** A hot target repeats the same URLs and has the same target in any shop. */
  readonly isHot?: true;
  /** Requests before the measurement; default: those of one second. */
  readonly warmUp?: number;
  /** Concurrent requests; default 50. */
  readonly connections?: number;
  readonly method?: 'GET' | 'POST';
  /** Path of the n-th request in a shop of `products` products; cold targets never repeat one. */
  readonly path: (n: number, products: number) => string;
  readonly headers?: (n: number) => Readonly<Record<string, string>>;
  readonly body?: (n: number, products: number) => string;
}
