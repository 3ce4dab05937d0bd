import type { KeyboardEvent, PointerEvent } from 'react';
import type { ShopInfo } from '#web/shared/shop/default-shop.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';
import { type CategoryBranch, readCategoryTree, useCategoryTree } from './category-tree.ts';
import { type OpenPanel, useOpenPanel } from './use-open-panel.ts';

interface CategoryMenuProps {
  categories: ShopInfo['menu'];
  /** Changes with each page visit. */
  visit: string;
  /** The category whose page is open; 0: none of them. */
  place: number;
}

/**
 * Links to the categories; a button beside each, or resting the pointer on it, opens the panel of its subcategories.
 * Without scripts there are only the links.
 */
export function CategoryMenu({ categories, visit, place }: CategoryMenuProps) {
  const panel = useOpenPanel(visit);
  return (
    <ul ref={panel.list} className="page category-links" onPointerLeave={panel.leave}>
      {categories.map((category) => (
        <CategoryItem key={category.id} category={category} isCurrent={place === category.id} panel={panel} />
      ))}
    </ul>
  );
}

interface CategoryItemProps {
  category: ShopInfo['menu'][number];
  isCurrent: boolean;
  panel: OpenPanel;
}

function CategoryItem({ category, isCurrent, panel }: CategoryItemProps) {
  const { id, name, has_children: hasChildren } = category;
  const isOpen = panel.open === id;

  const onPointerEnter = ({ pointerType }: PointerEvent) => {
    if (pointerType !== 'mouse') return;
    if (hasChildren) void readCategoryTree();
    panel.rest(hasChildren ? id : 0);
  };

  const onKeyDown = (event: KeyboardEvent<HTMLLIElement>) => {
    const item = event.currentTarget;
    if (event.key === 'Escape' && isOpen) {
      panel.show(0);
      item.querySelector('button')?.focus();
    } else if (event.key === 'ArrowDown' && !item.querySelector('.category-panel')?.contains(event.target as Node)) {
      event.preventDefault();
      panel.show(id);
      // After the panel has been rendered.
      setTimeout(() => item.querySelector<HTMLElement>('.category-panel a')?.focus());
    }
  };

  return (
    <li
      className="category-item"
      onPointerEnter={onPointerEnter}
      onKeyDown={hasChildren ? onKeyDown : undefined}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (relatedTarget && !currentTarget.contains(relatedTarget) && isOpen) panel.show(0);
      }}
    >
      <Link
        to={`/products/category/${id}`}
        className="nav-link category-link"
        aria-current={isCurrent ? 'page' : undefined}
      >
        {name}
      </Link>
      {hasChildren && (
        <>
          <button
            type="button"
            className="with-scripts category-button"
            aria-label={`Subcategories of ${name}`}
            aria-expanded={isOpen}
            onClick={() => panel.toggle(id)}
          >
            <Icon name="chevron-down" className="text-sm" />
          </button>
          {isOpen && <Panel id={id} name={name} />}
        </>
      )}
    </li>
  );
}

function Panel({ id, name }: { id: number; name: string }) {
  const branch = useCategoryTree()?.find((one) => one.id === id);
  return (
    <div className="category-panel">
      <div className="page">
        <Link to={`/products/category/${id}`} className="category-all">
          All {name} <Icon name="arrow-right" className="text-base" />
        </Link>
        <ul className="category-columns">
          {branch?.children.map((section) => (
            <li key={section.id}>
              <Section section={section} />
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

function Section({ section }: { section: CategoryBranch['children'][number] }) {
  return (
    <>
      <Link to={`/products/category/${section.id}`} className="category-section">
        {section.name}
      </Link>
      {section.children.length > 0 && (
        <ul>
          {section.children.map((shelf) => (
            <li key={shelf.id}>
              <Link to={`/products/category/${shelf.id}`} className="category-shelf">
                {shelf.name}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
