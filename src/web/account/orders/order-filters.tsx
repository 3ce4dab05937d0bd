import { type FormEvent, useEffect, useRef } from 'react';
import { ORDER_STATUSES, orderStatusLabel } from '#domain/orders/order-status.ts';
import { MAX_ORDER_SEARCH } from '#domain/search/search-limits.ts';
import { SelectField, TextField } from '#web/ui/field.tsx';

/** What the list is filtered by, as in the URL; empty: not. */
export interface OrderQuery {
  readonly search: string;
  readonly status: string;
  readonly year: string;
}

/** After the last key; selects apply at once. */
const DEBOUNCE_MS = 500;

interface OrderFiltersProps {
  query: OrderQuery;
  /** The first year with orders, as far as known. */
  since: number;
  now: number;
  /** Opened by a click: the shopper wants to type. */
  isAsked: boolean;
  onFilter: (query: OrderQuery) => void;
}

/** Search and filters of the order history. */
export function OrderFilters({ query, since, now, isAsked, onFilter }: OrderFiltersProps) {
  const form = useRef<HTMLFormElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const takesFocus = useRef(isAsked);
  useEffect(() => {
    if (takesFocus.current) form.current?.querySelector('input')?.focus();
  }, []);

  // Back, Forward and Clear change the URL, not the fields.
  useEffect(() => {
    // A filter chosen meanwhile is sent in a moment, with all others.
    if (timer.current !== undefined) return;
    for (const [name, value] of Object.entries(query)) {
      const field = form.current?.elements.namedItem(name);
      const isTyping = field === document.activeElement && name === 'search';
      if (!isTyping && (field instanceof HTMLInputElement || field instanceof HTMLSelectElement)) field.value = value;
    }
  }, [query]);

  const send = () => {
    clearTimeout(timer.current);
    timer.current = undefined;
    if (!form.current) return;
    const fields = new FormData(form.current);
    const text = (name: string) => String(fields.get(name) ?? '').trim();
    onFilter({ search: text('search'), status: text('status'), year: text('year') });
  };
  const onInput = ({ target }: FormEvent) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(send, target instanceof HTMLSelectElement ? 0 : DEBOUNCE_MS);
  };
  const years = Array.from({ length: Math.max(1, now - since + 1) }, (_, index) => now - index);

  return (
    <search>
      <form
        ref={form}
        className="mb-6 grid grid-cols-2 gap-4 max-sm:*:first:col-span-2 sm:grid-cols-[minmax(0,1fr)_180px_140px]"
        onInput={onInput}
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <TextField
          label="Search orders"
          name="search"
          type="search"
          maxLength={MAX_ORDER_SEARCH}
          autoComplete="off"
          enterKeyHint="search"
          placeholder="Order number or product"
          defaultValue={query.search}
        />
        <SelectField label="Status" name="status" defaultValue={query.status}>
          <option value="">All</option>
          {ORDER_STATUSES.map((status) => (
            <option key={status} value={status}>
              {orderStatusLabel(status)}
            </option>
          ))}
        </SelectField>
        <SelectField label="Year" name="year" defaultValue={query.year}>
          <option value="">All</option>
          {years.map((year) => (
            <option key={year}>{year}</option>
          ))}
        </SelectField>
      </form>
    </search>
  );
}
