import { MAX_PRODUCT_SEARCH } from '#domain/search/search-limits.ts';
import { Icon } from '#web/ui/icon.tsx';
import { SearchSuggestions } from './search-suggestions.tsx';
import { useSearchBox } from './use-search-box.ts';

/**
 * The header's search: a plain form without scripts, and a combobox with suggestions with them. Uncontrolled, so that
 * input before hydration stays.
 */
export default function SearchBox() {
  const { form, input, list, activeId, count } = useSearchBox();
  return (
    <search>
      <form action="/products" className="relative w-full" {...form}>
        <Icon name="search" className="pointer-events-none absolute top-3 left-4 text-muted" />
        <input
          type="search"
          name="search"
          role="combobox"
          aria-label="Search products"
          aria-autocomplete="list"
          aria-expanded={list !== null}
          aria-controls={list?.listId}
          aria-activedescendant={activeId}
          placeholder="Search products"
          autoComplete="off"
          enterKeyHint="search"
          maxLength={MAX_PRODUCT_SEARCH}
          required
          pattern=".*\S.*"
          className="input min-h-11 rounded-pill border-line py-2 pl-11"
          {...input}
        />
        {list && <SearchSuggestions {...list} />}
        <p role="status" className="sr-only">
          {count > 0 && `${count} ${count === 1 ? 'suggestion' : 'suggestions'}`}
        </p>
      </form>
    </search>
  );
}
