import { useLocation } from 'react-router';
import { shop } from '#web/shared/shop/shop.ts';
import { CachedFragment } from '#web/ui/cached-fragment.tsx';
import { CategoryMenu } from './category-menu.tsx';

const CATEGORY_PATH = /^\/products\/category\/(\d+)/;

/** The categories of the first level below the header, each with a panel of its subcategories. */
export default function CategoryBar() {
  const { key: visit, pathname } = useLocation();
  const { menu, categories } = shop();
  const listed = menu.length > 0 ? menu : categories.map((category) => ({ ...category, has_children: false }));
  if (listed.length === 0) return null;
  const place = Number(CATEGORY_PATH.exec(pathname)?.[1] ?? 0);
  return (
    <CachedFragment
      as="nav"
      label="Categories"
      className="category-bar"
      of={CategoryMenu}
      with={{ categories: listed, visit, place: listed.some(({ id }) => id === place) ? place : 0 }}
    />
  );
}
