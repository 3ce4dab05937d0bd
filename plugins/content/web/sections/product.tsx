import { buttonClass, cardProduct, Link, Picture, Price, Rating, type SectionProps } from '#plugin/web';
import type { ProductSettings } from '../../server/section-settings.ts';
import type { ProductData } from '../../server/sections.ts';

/** One product, large. */
export default function Product({
  settings: { text, isFirst },
  data,
}: SectionProps<ProductSettings & { isFirst: boolean }, ProductData>) {
  const { id, name, brand, image, description, price, sale_price, average_rating, review_count } = cardProduct(
    data.product,
  );
  return (
    <section className="grid items-center overflow-hidden rounded-panel bg-sunken md:grid-cols-2">
      <Picture src={image} alt="" first={isFirst} sizes="(width >= 768px) 48vw, 100vw" className="w-full" />
      <div className="px-6 py-10 md:px-10 lg:px-16">
        {brand && <p className="text-muted">{brand}</p>}
        <h2 className="mt-1 wrap-anywhere">{name}</h2>
        <Rating average={average_rating} count={review_count} />
        <p className="mt-4 max-w-prose whitespace-pre-line text-muted wrap-anywhere">{text || description}</p>
        <Price price={price} sale_price={sale_price} className="mt-5 text-xl" />
        <Link to={`/products/${id}`} className={buttonClass('primary', 'mt-6')}>
          View product<span className="sr-only">: {name}</span>
        </Link>
      </div>
    </section>
  );
}
