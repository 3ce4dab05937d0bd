import { useEffect } from 'react';
import { type ListQuery, listAddress } from '#domain/catalogue/list-address.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';
import { type ChipList, filterChips } from './chips.ts';
import { countClicks } from './count-clicks.ts';

interface FilterChipsProps extends Omit<ChipList, 'filters'> {
  query: ListQuery;
}

/** The active filters, each with a remove button. The category of a category's own page is its heading. */
export default function FilterChips({ query, ...list }: FilterChipsProps) {
  const { filters, pathCategory } = query;
  const { search, sortBy = '', sortOrder = '' } = filters;
  const ofPage = search ? null : pathCategory;
  // Here, because this part is loaded with the first interaction and adds nothing to what the page waits for.
  useEffect(() => (search ? countClicks(search) : undefined), [search]);
  const chips = filterChips({ ...list, filters }).filter(({ id }) => id !== `category=${ofPage}`);
  if (chips.length === 0) return null;

  return (
    <ul aria-label="Chosen filters" className="mb-6 flex flex-wrap gap-2 max-lg:mt-4">
      {chips.map(({ id, text, rest }) => (
        <li key={id} className="max-w-full">
          <Link to={listAddress({ ...query, filters: rest })} preventScrollReset className="chip">
            <span className="sr-only">Remove filter </span>
            <span className="truncate">{text}</span>
            <Icon name="x" className="text-sm" />
          </Link>
        </li>
      ))}
      {chips.length > 1 && (
        <li>
          <Link
            to={listAddress({ ...query, filters: { sortBy, sortOrder, ...(ofPage && { category: ofPage }) } })}
            preventScrollReset
            className="link inline-flex min-h-11 items-center px-2 text-small"
          >
            Clear all<span className="sr-only"> chosen filters</span>
          </Link>
        </li>
      )}
    </ul>
  );
}
