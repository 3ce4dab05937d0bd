import type { SlotProps } from '#plugin/web';
import type { ProductAlerts } from '../server/load-products.ts';
import { AlertButton } from './alert-button.tsx';

/** Below the buttons of the product page: for the chosen variant, or for the product until one is chosen. */
export default function PriceAlert({ product, variant, data }: SlotProps<'product.belowBuyBox', ProductAlerts>) {
  if ((variant ?? product).stock === 0 || !data?.kinds.includes('price')) return null;
  const { id, name, slug, images } = product;
  return (
    <AlertButton
      key={variant?.id}
      kind="price"
      product={{ id, name, slug, image: images[0] ?? null }}
      variant={variant}
    />
  );
}
