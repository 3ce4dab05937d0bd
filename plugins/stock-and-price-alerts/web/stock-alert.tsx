import type { SlotProps } from '#plugin/web';
import type { ProductAlerts } from '../server/load-products.ts';
import { AlertButton } from './alert-button.tsx';

/** The main button of the product page while there is nothing to buy. */
export default function StockAlert({ product, variant, data }: SlotProps<'product.soldOut', ProductAlerts>) {
  // No variant is chosen yet, and some are in stock, although none that fits the choice so far.
  if ((variant ?? product).stock > 0 || !data?.kinds.includes('stock')) return null;
  const { id, name, slug, images } = product;
  return (
    <AlertButton
      key={variant?.id}
      kind="stock"
      look="primary"
      product={{ id, name, slug, image: images[0] ?? null }}
      variant={variant}
    />
  );
}
