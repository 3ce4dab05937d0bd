import { Link, Picture, type SectionProps } from '#plugin/web';
import type { CategoriesSettings } from '../../server/section-settings.ts';
import type { CategoriesData } from '../../server/sections.ts';

/** Categories with their pictures, as on the shop's own home page. */
export default function Categories({
  settings: { title },
  data: { categories },
}: SectionProps<CategoriesSettings, CategoriesData>) {
  const heading = title || 'Shop by Category';
  return (
    <section aria-label={heading}>
      <h2 className="mb-6 wrap-anywhere">{heading}</h2>
      <ul className="category-row">
        {categories.map(({ id, name, image }) => (
          <li key={id}>
            <Link to={`/products/category/${id}`} className="category-tile">
              <span className="product-picture block">
                <Picture src={image} alt="" of="category" sizes="(width >= 1024px) 20vw, 40vw" />
              </span>
              <span className="mt-3 block font-semibold">{name}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
