import { type Choice, variantsOf } from './choice.ts';
import type { Offer } from './offers.ts';
import type { ShownProduct } from './shown-product.ts';

/** Price and stock for a possibly incomplete choice. */
export interface ChoiceOffer extends Offer {
  /** Maximum available units of one variant. */
  readonly most: number;
  /** Whether a selectable variant costs more. */
  readonly isFrom: boolean;
}

/** The lowest price of the selectable variants in stock, and the total stock. */
export function offerFor(product: ShownProduct, choice: Choice): ChoiceOffer {
  const reachable = variantsOf(product, choice).map((variant) => product.offers[product.variants.indexOf(variant)]);
  const all = (reachable.length > 0 ? reachable : product.offers).filter((offer) => offer !== undefined);
  const inStock = all.filter(({ stock }) => stock > 0);
  const priced = (inStock.length > 0 ? inStock : all).toSorted((a, b) => Number(a.price) - Number(b.price));
  const [lowest = { price: product.price, sale_price: null, saving: '', stock: 0 }] = priced;
  const stocks = all.map(({ stock }) => stock);
  return {
    ...lowest,
    stock: stocks.reduce((sum, stock) => sum + stock, 0),
    most: Math.max(0, ...stocks),
    isFrom: lowest.price !== priced.at(-1)?.price,
  };
}
