import {
  type OptionGroup,
  optionGroups,
  type PictureChoice,
  pictureChoice,
} from '#domain/catalogue/variant-choices.ts';
import { type Offer, offerOf } from './offers.ts';
import type { Product } from './product.ts';

/** A product with its options. */
export type ShownProduct = Product & {
  readonly groups: readonly OptionGroup[];
  /** One per variant, in order, or the product's own. */
  readonly offers: readonly Offer[];
  /** The options shown by each of `images`. */
  readonly pictureChoices: readonly PictureChoice[];
};

export const withChoices = (product: Product): ShownProduct => ({
  ...product,
  groups: optionGroups(product.variants),
  pictureChoices: product.images.map((image) => pictureChoice(product.variants, image)),
  offers: (product.variants.length > 0 ? product.variants : [null]).map((variant) => offerOf(product, variant)),
});
