import { useLocation } from 'react-router';
import { shop } from '#web/shared/shop/shop.ts';
import { CachedFragment } from '#web/ui/cached-fragment.tsx';
import { CategoryMenu } from './category-menu.tsx';
import { type HeaderLinks, headerLinks } from './header-links.ts';
import { MenuLink } from './menu-link.tsx';

const CATEGORY_PATH = /^\/products\/category\/(\d+)/;

/** Below the header: links that do not fit into it, and the top-level categories, each with a panel of its subcategories. */
export default function CategoryBar() {
  const { key: visit, pathname } = useLocation();
  const { menu, categories } = shop();
  const listed = menu.length > 0 ? menu : categories.map((category) => ({ ...category, has_children: false }));
  const place = Number(CATEGORY_PATH.exec(pathname)?.[1] ?? 0);
  const { links, areLong } = headerLinks();
  return (
    <>
      {areLong && (
        <CachedFragment
          as="nav"
          label="Main"
          className="category-bar"
          of={LinkRow}
          with={{ links, place: links.find(({ to }) => to === pathname)?.to }}
        />
      )}
      {listed.length > 0 && (
        <CachedFragment
          as="nav"
          label="Categories"
          className="category-bar"
          of={CategoryMenu}
          with={{ categories: listed, visit, place: listed.some(({ id }) => id === place) ? place : 0 }}
        />
      )}
    </>
  );
}

interface LinkRowProps extends Pick<HeaderLinks, 'links'> {
  /** The current section. */
  place: string | undefined;
}

/** The header links that do not fit into the header. */
function LinkRow({ links, place }: LinkRowProps) {
  return (
    <div className="page link-row">
      {links.map(({ to, label }) => (
        <MenuLink key={`${to} ${label}`} to={to} isCurrent={place === to} className="nav-link category-link">
          {label}
        </MenuLink>
      ))}
    </div>
  );
}
