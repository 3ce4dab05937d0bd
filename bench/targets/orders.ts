export interface OrderTarget {
  readonly name: string;
  readonly paymentMethod: 'offline' | 'card';
  readonly buyers: number;
  /** How many orders are placed, when the product does not sell out. */
  readonly orders?: number;
  /** Units of the one product that all buyers want; undefined: stock never runs out. */
  readonly units?: number;
  /** Orders per second. */
  readonly goal: number;
}

/** In a flash sale every buyer wants the same product, while other shoppers browse pages and lists. */
export const orderTargets: readonly OrderTarget[] = [
  { name: 'offline orders, 50 buyers', paymentMethod: 'offline', buyers: 50, orders: 1_000, goal: 150 },
  { name: 'card orders, 50 buyers', paymentMethod: 'card', buyers: 50, orders: 1_000, goal: 60 },
  { name: 'flash sale, 50 buyers', paymentMethod: 'offline', buyers: 50, units: 2_000, goal: 75 },
  { name: 'flash sale, 800 buyers', paymentMethod: 'offline', buyers: 800, units: 2_000, goal: 75 },
];
