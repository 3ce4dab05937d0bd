import { Picture } from '#web/shared/catalogue/picture.tsx';
import { formatCount } from '#web/shared/numbers.ts';
import { Link } from '#web/ui/link.tsx';
import type { OpenedCategory } from './opened-category.ts';

/** The top of a category's page: the way to it, its picture and description, and its subcategories. */
export default function CategoryOpening({ category }: { category: OpenedCategory }) {
  const { name, image, path, children } = category;
  return (
    <div className={`opening ${image === null ? '' : 'opening-with-picture'}`}>
      <nav aria-label="Breadcrumb" className="opening-path">
        <ol className="breadcrumb whole-path">
          <li>
            <Link to="/">Home</Link>
          </li>
          <li>
            <Link to="/products">Products</Link>
          </li>
          {path.slice(0, -1).map((step) => (
            <li key={step.id}>
              <Link to={`/products/category/${step.id}`}>{step.name}</Link>
            </li>
          ))}
          <li aria-current="page">{name}</li>
        </ol>
      </nav>
      <div className="opening-words">
        <h1 className="list-title own-words line-clamp-3 wrap-anywhere">{name}</h1>
        <Description category={category} />
      </div>
      {image !== null && (
        <div className="opening-picture">
          <Picture
            src={image}
            alt=""
            of="category"
            sizes="(width >= 1600px) 700px, (width >= 1024px) 40vw, 104px"
            first
          />
        </div>
      )}
      {children.length > 0 && (
        <nav aria-label="Subcategories" className="opening-children">
          <ul className="subcategories">
            {children.map((child) => (
              <li key={child.id}>
                <Link to={`/products/category/${child.id}`} className="subcategory">
                  {child.image !== null && (
                    <span className="subcategory-picture">
                      <Picture src={child.image} alt="" of="category" sizes="44px" />
                    </span>
                  )}
                  <span>{child.name}</span>
                  {child.product_count > 0 && (
                    <span className="nums text-muted">
                      {formatCount(child.product_count)}
                      <span className="sr-only">{child.product_count === 1 ? ' product' : ' products'}</span>
                    </span>
                  )}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </div>
  );
}

/** A long text starts with its first words; the rest is one click away, also without scripts. */
function Description({ category: { description, summary } }: { category: OpenedCategory }) {
  if (description === '') return null;
  if (summary === null) return <p className="opening-text own-words">{description}</p>;
  return (
    <details className="opening-text">
      <summary>
        <span className="opening-summary own-words">{summary} </span>
        <span className="link" />
      </summary>
      <p className="own-words mt-2 whitespace-pre-line">{description}</p>
    </details>
  );
}
