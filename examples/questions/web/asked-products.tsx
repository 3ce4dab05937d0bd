import type { ProductCard } from '#plugin';
import { ProductGrid, type SectionProps } from '#plugin/web';
import type { SectionSettings } from '../section.ts';

export default function AskedProducts({ data }: SectionProps<SectionSettings, { products: ProductCard[] }>) {
  return <ProductGrid products={data.products} />;
}
