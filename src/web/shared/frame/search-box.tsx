import type { FormEvent } from 'react';
import { useNavigate } from 'react-router';
import { Icon } from '#web/ui/icon.tsx';

/** Leads to the list of what was searched for; a plain form where there are no scripts. */
export function SearchBox({ onSearched }: { onSearched: () => void }) {
  const navigate = useNavigate();

  const search = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const text = String(new FormData(form).get('search')).trim();
    if (text === '') return;
    form.reset();
    onSearched();
    navigate(`/products?search=${encodeURIComponent(text)}`);
  };

  return (
    <search>
      <form action="/products" className="relative w-full" onSubmit={search}>
        <Icon name="search" className="pointer-events-none absolute top-3 left-4 text-muted" />
        <input
          type="search"
          name="search"
          aria-label="Search products"
          placeholder="Search products"
          autoComplete="off"
          enterKeyHint="search"
          maxLength={200}
          className="input min-h-11 rounded-pill border-line py-2 pl-11"
        />
      </form>
    </search>
  );
}
