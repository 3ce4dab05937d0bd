import type { SlotProps } from '#plugin/web';

export default function Hello({ product }: SlotProps<'product.belowBuyBox'>) {
  return <p>Hello, {product.name}</p>;
}
