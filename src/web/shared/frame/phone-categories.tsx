import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { isUnavailable } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { SAMPLE_CATEGORIES } from '#web/shared/catalogue/sample-categories.ts';
import { formatCount } from '#web/shared/numbers.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { useCategoryTree } from './category-tree.ts';

/** A category in the menu, with those below it. */
export interface MenuCategory {
  readonly id: number;
  readonly name: string;
  readonly product_count: number;
  readonly children?: readonly MenuCategory[];
}

/** Kept while the page is open: the menu opens with its last content. */
let known: readonly MenuCategory[] | null = null;

/** The categories of the first level, with their subcategories once those are known. */
export function useMenuCategories(): readonly MenuCategory[] | null {
  const [first, setFirst] = useState(known);
  const tree = useCategoryTree();
  useEffect(() => {
    call('GET /categories')
      .catch((error: unknown) => (isUnavailable(error) ? SAMPLE_CATEGORIES : []))
      .then((found: readonly MenuCategory[]) => {
        known = found;
        setFirst(found);
      });
  }, []);
  const below = new Map(tree?.map(({ id, children }) => [id, children]));
  return first?.map((category) => ({ ...category, children: below.get(category.id) ?? [] })) ?? null;
}

const addressOf = (id: number) => `/products/category/${id}`;
const contains = ({ id, children = [] }: MenuCategory, pathname: string): boolean =>
  pathname === addressOf(id) || children.some((child) => contains(child, pathname));

interface CategoryRowsProps {
  label: string;
  categories: readonly MenuCategory[];
  onEnter: (category: MenuCategory) => void;
}

/** Links to categories, each with a button to those below it. */
export function CategoryRows({ label, categories, onEnter }: CategoryRowsProps) {
  const { pathname } = useLocation();
  return (
    <ul aria-label={label}>
      {categories.map((category) => {
        const { id, name, product_count, children = [] } = category;
        const isHere = pathname === addressOf(id);
        return (
          <li key={id} className="flex">
            <Link
              to={addressOf(id)}
              className="menu-item min-w-0"
              aria-current={isHere ? 'page' : contains(category, pathname) || undefined}
            >
              <span className="min-w-0 flex-1">{name}</span>
              {product_count > 0 && (
                <span className="nums text-muted">
                  {formatCount(product_count)}
                  <span className="sr-only"> {product_count === 1 ? 'product' : 'products'}</span>
                </span>
              )}
            </Link>
            {children.length > 0 && (
              <button
                type="button"
                className="icon-button flex-none"
                data-category={id}
                aria-label={`Subcategories of ${name}`}
                onClick={() => onEnter(category)}
              >
                <Icon name="chevron-right" />
              </button>
            )}
          </li>
        );
      })}
    </ul>
  );
}

interface CategoryLevelProps {
  /** From the first level down to the category whose subcategories are shown. */
  path: readonly MenuCategory[];
  onEnter: (category: MenuCategory) => void;
  onBack: () => void;
}

/** One level of the menu: the way back, the category itself, and what is below it. */
export function CategoryLevel({ path, onEnter, onBack }: CategoryLevelProps) {
  const back = useRef<HTMLButtonElement>(null);
  const category = path.at(-1);
  const above = path.at(-2);
  useEffect(() => back.current?.focus(), []);
  const { pathname } = useLocation();
  if (!category) return null;
  const { id, name, children = [] } = category;
  return (
    <>
      <button ref={back} type="button" className="menu-item text-muted" onClick={onBack}>
        <Icon name="chevron-left" /> <span className="sr-only">Back to </span>
        {above?.name ?? 'Menu'}
      </button>
      <Link
        to={addressOf(id)}
        className="menu-item font-display text-2xl"
        aria-current={pathname === addressOf(id) ? 'page' : undefined}
      >
        All {name}
      </Link>
      <CategoryRows label={`Subcategories of ${name}`} categories={children} onEnter={onEnter} />
    </>
  );
}

export const CategoriesLoading = () => <Skeleton className="mx-3 h-40" />;
