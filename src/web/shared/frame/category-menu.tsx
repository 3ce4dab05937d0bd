import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import type { ShopInfo } from '#web/shared/shop/default-shop.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';
import { type CategoryBranch, readCategoryTree, useCategoryTree } from './category-tree.ts';

/** Delay, so that a passing pointer opens nothing. */
const OPEN_MS = 150;
/** Time to reach the panel. */
const CLOSE_MS = 300;

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
  const [open, setOpen] = useState(0);
  const list = useRef<HTMLUListElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** Opened by the pointer: a click on the button then keeps it open. */
  const isByPointer = useRef(false);

  const show = (id: number) => {
    clearTimeout(timer.current);
    isByPointer.current = false;
    setOpen(id);
  };
  const later = (id: number, delay: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      isByPointer.current = id !== 0;
      setOpen(id);
    }, delay);
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: every visit of a page closes the panel.
  useEffect(() => {
    clearTimeout(timer.current);
    setOpen(0);
  }, [visit]);
  useEffect(() => {
    if (open === 0) return;
    const closeOutside = ({ target }: Event) => {
      if (!list.current?.contains(target as Node)) setOpen(0);
    };
    // The panel of a resting pointer, too, whatever has the focus.
    const closeOnEscape = ({ key }: globalThis.KeyboardEvent) => key === 'Escape' && setOpen(0);
    document.addEventListener('pointerdown', closeOutside);
    document.addEventListener('keydown', closeOnEscape);
    return () => {
      document.removeEventListener('pointerdown', closeOutside);
      document.removeEventListener('keydown', closeOnEscape);
    };
  }, [open]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const onPointerEnter = (event: PointerEvent, id: number, hasChildren: boolean) => {
    if (event.pointerType !== 'mouse') return;
    if (hasChildren) void readCategoryTree();
    later(hasChildren ? id : 0, OPEN_MS);
  };

  const onKeyDown = (event: KeyboardEvent<HTMLLIElement>, id: number) => {
    const item = event.currentTarget;
    if (event.key === 'Escape' && open === id) {
      show(0);
      item.querySelector('button')?.focus();
    } else if (event.key === 'ArrowDown' && !item.querySelector('.category-panel')?.contains(event.target as Node)) {
      event.preventDefault();
      show(id);
      // After the panel has been rendered.
      setTimeout(() => item.querySelector<HTMLElement>('.category-panel a')?.focus());
    }
  };

  return (
    <ul ref={list} className="page category-links" onPointerLeave={() => later(0, CLOSE_MS)}>
      {categories.map(({ id, name, has_children: hasChildren }) => (
        <li
          key={id}
          className="category-item"
          onPointerEnter={(event) => onPointerEnter(event, id, hasChildren)}
          onKeyDown={hasChildren ? (event) => onKeyDown(event, id) : undefined}
          onBlur={({ currentTarget, relatedTarget }) => {
            if (relatedTarget && !currentTarget.contains(relatedTarget) && open === id) show(0);
          }}
        >
          <Link
            to={`/products/category/${id}`}
            className="nav-link category-link"
            aria-current={place === id ? 'page' : undefined}
          >
            {name}
          </Link>
          {hasChildren && (
            <>
              <button
                type="button"
                className="with-scripts category-button"
                aria-label={`Subcategories of ${name}`}
                aria-expanded={open === id}
                onClick={() => show(open === id && !isByPointer.current ? 0 : id)}
              >
                <Icon name="chevron-down" className="text-sm" />
              </button>
              {open === id && <Panel id={id} name={name} />}
            </>
          )}
        </li>
      ))}
    </ul>
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
