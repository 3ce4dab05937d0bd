import { type FormEvent, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import type { FilterName, Filters } from './list-filters.ts';

/** How long typing has to rest before the list follows. */
const TYPING_MS = 450;

const SORT_KEYS = [
  ['name', 'Name'],
  ['price', 'Price'],
  ['created_at', 'Newest'],
  ['average_rating', 'Rating'],
] as const;

interface FilterPanelProps {
  filters: Filters;
  categories: readonly { id: number; name: string }[];
  /** `typed`: one more step of the same typing, not worth a step of the Back button. */
  onChange: (filters: Filters, typed: boolean) => void;
}

/** The filters as a plain form, which the address fills and, where scripts run, every change sends. */
export function FilterPanel({ filters, categories, onChange }: FilterPanelProps) {
  const form = useRef<HTMLFormElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  // A removed chip or the Back button changes the address without the form.
  useEffect(() => {
    for (const field of form.current?.elements ?? []) {
      if (field === document.activeElement) continue;
      const value = filters[field.id.slice('filter-'.length) as FilterName];
      if (field instanceof HTMLInputElement && field.type === 'checkbox') field.checked = value === 'true';
      else if (field instanceof HTMLInputElement) field.value = value ?? '';
      else if (field instanceof HTMLSelectElement) field.value = value ?? field.options[0]?.value ?? '';
    }
  }, [filters]);

  const send = (typed: boolean) => {
    clearTimeout(timer.current);
    if (!form.current?.reportValidity()) return;
    onChange(Object.fromEntries(new FormData(form.current)) as Filters, typed);
  };

  const onInput = ({ target }: FormEvent) => {
    clearTimeout(timer.current);
    const isTyped = target instanceof HTMLInputElement && target.type !== 'checkbox';
    if (isTyped) timer.current = setTimeout(send, TYPING_MS, true);
    else send(false);
  };

  const text = (name: FilterName, label: string, more: object) => (
    <div className="field">
      <label className="field-label" htmlFor={`filter-${name}`}>
        {label}
      </label>
      <input className="input" id={`filter-${name}`} name={name} defaultValue={filters[name]} {...more} />
    </div>
  );

  const choice = (name: FilterName, label: string, options: readonly (readonly [string | number, string])[]) => (
    <div className="field">
      <label className="field-label" htmlFor={`filter-${name}`}>
        {label}
      </label>
      <select className="input" id={`filter-${name}`} name={name} defaultValue={filters[name]}>
        {options.map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
    </div>
  );

  const tick = (name: FilterName, label: string) => (
    <label className="checkbox" htmlFor={`filter-${name}`}>
      <input type="checkbox" id={`filter-${name}`} name={name} value="true" defaultChecked={filters[name] === 'true'} />
      {label}
    </label>
  );

  const amount = { type: 'number', min: 0, step: 0.01, inputMode: 'decimal' };
  return (
    <form
      ref={form}
      action="/products"
      className="grid gap-5"
      onInput={onInput}
      onSubmit={(event) => {
        event.preventDefault();
        send(false);
      }}
    >
      {text('search', 'Search', { type: 'search', maxLength: 200, autoComplete: 'off', enterKeyHint: 'search' })}
      {choice('category', 'Category', [
        ['', 'All categories'],
        ...categories.map(({ id, name }) => [id, name] as const),
      ])}
      <div className="grid grid-cols-2 gap-3">
        {text('minPrice', 'Min price', { ...amount, placeholder: '$0' })}
        {text('maxPrice', 'Max price', { ...amount, placeholder: 'Any' })}
      </div>
      <div>
        {tick('inStock', 'In stock only')}
        {tick('onSale', 'On sale')}
      </div>
      {choice('sortBy', 'Sort by', filters.search ? [['', 'Relevance'], ...SORT_KEYS] : SORT_KEYS)}
      {choice('sortOrder', 'Order', [
        ['asc', 'Ascending'],
        ['desc', 'Descending'],
      ])}
      <button type="submit" className="without-scripts button button-primary">
        Apply filters
      </button>
      <Link to="/products" className="button button-secondary">
        Clear All Filters
      </Link>
    </form>
  );
}
