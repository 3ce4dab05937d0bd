import { useEffect } from 'react';
import { type FilterName, type ListQuery, listAddress } from '#domain/list-address.ts';
import { formatPrice } from '#web/shared/money.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';
import { countClicks } from './count-clicks.ts';
import type { CustomChip } from './custom-chips.ts';

interface FilterChipsProps {
  query: ListQuery;
  customChips: readonly CustomChip[];
  categories: readonly { id: number; name: string }[];
  /** What the search text says of filters. */
  searchFilters: readonly { label: string; without: string }[];
}

/** The active filters, each with a remove button. */
export default function FilterChips({ query, categories, customChips, searchFilters }: FilterChipsProps) {
  // The URL can contain anything; the list shows the error.
  const price = (value: string) => (Number.isFinite(Number(value)) ? formatPrice(value) : value);
  const words: Readonly<Record<string, (value: string) => string>> = {
    search: (value) => `“${value}”`,
    category: (value) => categories.find(({ id }) => String(id) === value)?.name ?? `Category ${value}`,
    brand: (value) => value,
    minPrice: (value) => `From ${price(value)}`,
    maxPrice: (value) => `Up to ${price(value)}`,
    minRating: (value) => `${value} stars & up`,
    inStock: () => 'In stock',
    onSale: () => 'On sale',
  };
  const { filters } = query;
  const { search } = filters;
  // Here, because this part is loaded with the first interaction and adds nothing to what the page waits for.
  useEffect(() => (search ? countClicks(search) : undefined), [search]);
  const chips: CustomChip[] = [
    ...Object.entries(words).flatMap(([name, say]) => {
      const { [name as FilterName]: value, ...rest } = filters;
      return value ? { id: name, text: say(value), rest } : [];
    }),
    ...customChips,
    ...searchFilters.map(({ label, without }) => ({ id: label, text: label, rest: { ...filters, search: without } })),
  ];
  if (chips.length === 0) return null;
  const { sortBy = '', sortOrder = '' } = filters;

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
            to={listAddress({ filters: { sortBy, sortOrder }, pathCategory: null })}
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
