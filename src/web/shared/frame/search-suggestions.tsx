import type { MouseEvent } from 'react';
import { Picture } from '#web/shared/catalogue/picture.tsx';
import { Price } from '#web/shared/catalogue/price.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';
import { type Option, optionsOf, type Suggestions } from './suggestions.ts';

interface SearchSuggestionsProps {
  found: Suggestions;
  listId: string;
  /** The option selected with the arrow keys; -1: none. */
  active: number;
  optionId: (index: number) => string;
  onChoose: (address: string) => void;
}

/**
 * The list below the search box: products with picture and price, categories, a corrected spelling, and a link to all
 * results.
 */
export function SearchSuggestions({ found, listId, active, optionId, onChoose }: SearchSuggestionsProps) {
  const options = optionsOf(found);
  const { text, products, categories, corrected_search } = found;

  const optionProps = (key: string) => {
    const index = options.findIndex((option) => option.key === key);
    const { address } = options[index] as Option;
    return {
      to: address,
      id: optionId(index),
      role: 'option',
      tabIndex: -1,
      'aria-selected': index === active,
      className: 'suggestion',
      // The input keeps the focus.
      onMouseDown: (event: MouseEvent) => event.preventDefault(),
      onClick: (event: MouseEvent) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        onChoose(address);
      },
    };
  };

  return (
    <div id={listId} role="listbox" aria-label="Suggestions" className="suggestions">
      {corrected_search && (
        <Link {...optionProps('spelt')}>
          <Icon name="search" className="mx-3 text-muted" />
          <span>
            Did you mean <b>“{corrected_search}”</b>?
          </span>
        </Link>
      )}
      {products.map(({ id, name, image, price, sale_price }) => (
        <Link key={id} {...optionProps(`product ${id}`)}>
          <span className="size-11 flex-none overflow-hidden rounded-lg">
            <Picture src={image} alt="" sizes="44px" />
          </span>
          <span className="line-clamp-2 min-w-0 flex-1">
            <Marked name={name} text={corrected_search ?? text} />
          </span>
          <Price price={price} sale_price={sale_price} className="text-right text-small" />
        </Link>
      ))}
      {categories.map(({ id, name }) => (
        <Link key={id} {...optionProps(`category ${id}`)}>
          <Icon name="layout-grid" className="mx-3 text-muted" />
          <span className="min-w-0 flex-1">{name}</span>
          <span className="text-small text-muted">Category</span>
        </Link>
      ))}
      <Link {...optionProps('all')}>
        <Icon name="arrow-right" className="mx-3 text-muted" />
        <span className="min-w-0 flex-1 font-semibold">See all results for “{text}”</span>
      </Link>
    </div>
  );
}

/** The name with the matching prefixes of its words highlighted. */
function Marked({ name, text }: { name: string; text: string }) {
  const typed = text.toLowerCase().split(/\s+/).filter(Boolean);
  const parts = name.split(/(\s+)/).map((word, place) => {
    const start = typed.find((beginning) => word.toLowerCase().startsWith(beginning)) ?? '';
    return { place, marked: word.slice(0, start.length), rest: word.slice(start.length) };
  });
  return parts.map(({ place, marked, rest }) => (
    <span key={place}>
      {marked && <b>{marked}</b>}
      {rest}
    </span>
  ));
}
