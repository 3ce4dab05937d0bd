import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Command } from 'cmdk';
import { type ReactNode, useDeferredValue, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { orderStatusLabel } from '#domain/orders/order-status.ts';
import { MAX_PALETTE_SEARCH } from '#domain/search/search-limits.ts';
import { messageOf } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import type { Data } from '#web/api/calls.ts';
import { Amount } from '#web/shared/amount.tsx';
import { Icon } from '#web/ui/icon.tsx';
import type { IconName } from '#web/ui/icon-names.ts';
import { ADMIN_PARTS } from './admin-parts.ts';

const DEBOUNCE_MS = 200;

type SearchResults = Data<'GET /admin/search'>;

/** Available on every page. */
const ACTIONS: readonly (readonly [path: string, name: string, icon: IconName])[] = [
  ['/admin/products?new=1', 'Add Product', 'plus'],
  ['/admin/categories?new=1', 'Add Category', 'plus'],
  ['/admin/users?new=1', 'Create User', 'plus'],
];

/** Navigates to any page, order, product or user, or starts an action. */
export default function Palette({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const found = useSearchResults(useDeferredValue(text.trim()));

  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    element?.querySelector('input')?.focus();
    const onBackdrop = ({ target }: MouseEvent) => target === element && element?.close();
    document.addEventListener('click', onBackdrop);
    return () => document.removeEventListener('click', onBackdrop);
  }, []);

  const go = (path: string) => {
    dialog.current?.close();
    void navigate(path);
  };
  const query = text.trim().toLowerCase();
  const matches = (name: string) => name.toLowerCase().includes(query);
  const pages = ADMIN_PARTS.filter(({ name }) => matches(name));
  const actions = ACTIONS.filter(([, name]) => matches(name));

  // Enter selects the best match, even if it arrived after the last keystroke.
  const { orders = [], products = [], users = [] } = found.data ?? {};
  const first = [
    ...orders.map(({ id }) => `order ${id}`),
    ...products.map(({ id }) => `product ${id}`),
    ...users.map(({ id }) => `user ${id}`),
    ...actions.map(([path]) => path),
    ...pages.map(({ path }) => path),
  ][0];
  const [chosen, setChosen] = useState(first ?? '');
  useEffect(() => setChosen(first ?? ''), [first]);

  return (
    <dialog ref={dialog} className="dialog palette" aria-label="Find anything" onClose={onClose}>
      <Command label="Find anything" shouldFilter={false} loop value={chosen} onValueChange={setChosen}>
        <div className="flex items-center gap-3 border-b border-line px-4">
          <Icon name="search" className="text-muted" />
          <Command.Input
            className="palette-input"
            placeholder="Find an order, product, user…"
            maxLength={MAX_PALETTE_SEARCH}
            value={text}
            onValueChange={setText}
          />
          <kbd className="key">Esc</kbd>
        </div>
        <Command.List className="palette-list">
          <Command.Empty className="px-4 py-8 text-center text-muted">
            {found.error ? messageOf(found.error) : found.isFetching ? 'Searching…' : `Nothing found for “${text}”.`}
          </Command.Empty>
          {found.data && <FoundRecords found={found.data} onGo={go} />}
          <SearchResults heading="Actions">
            {actions.map(([path, name, icon]) => (
              <SearchResult key={path} id={path} icon={icon} onGo={() => go(path)}>
                {name}
              </SearchResult>
            ))}
          </SearchResults>
          <SearchResults heading="Go to">
            {pages.map(({ path, name, icon, key }) => (
              <SearchResult key={path} id={path} icon={icon} onGo={() => go(path)}>
                {name}
                {key && (
                  <span className="ml-auto flex gap-1 max-sm:hidden">
                    <kbd className="key">g</kbd>
                    <kbd className="key">{key}</kbd>
                  </span>
                )}
              </SearchResult>
            ))}
          </SearchResults>
        </Command.List>
      </Command>
    </dialog>
  );
}

interface FoundRecordsProps {
  found: SearchResults;
  onGo: (path: string) => void;
}

function FoundRecords({ found: { orders, products, users }, onGo }: FoundRecordsProps) {
  return (
    <>
      <SearchResults heading="Orders">
        {orders.map(({ id, order_number, user, status, total, currency }) => (
          <SearchResult key={id} id={`order ${id}`} icon="receipt-text" onGo={() => onGo(`/admin/orders?order=${id}`)}>
            <span className="font-semibold nums">{order_number}</span>
            <span className="min-w-0 truncate" dir="auto">
              {user.name}
            </span>
            <span className="ml-auto text-muted text-small nums">
              {orderStatusLabel(status)} · <Amount value={total} currency={currency} />
            </span>
          </SearchResult>
        ))}
      </SearchResults>
      <SearchResults heading="Products">
        {products.map(({ id, name, sku, is_active }) => (
          <SearchResult
            key={id}
            id={`product ${id}`}
            icon="package"
            onGo={() => onGo(`/admin/products?search=${encodeURIComponent(sku)}`)}
          >
            <span className="min-w-0 truncate" dir="auto">
              {name}
            </span>
            <span className="ml-auto text-muted text-small">{is_active ? sku : `${sku} · inactive`}</span>
          </SearchResult>
        ))}
      </SearchResults>
      <SearchResults heading="Users">
        {users.map(({ id, name, email, is_admin }) => (
          <SearchResult
            key={id}
            id={`user ${id}`}
            icon="user"
            onGo={() => onGo(`/admin/users?search=${encodeURIComponent(email)}`)}
          >
            <span className="min-w-0 truncate" dir="auto">
              {name}
            </span>
            <span className="ml-auto truncate text-muted text-small">{is_admin ? `${email} · admin` : email}</span>
          </SearchResult>
        ))}
      </SearchResults>
    </>
  );
}

/** Searches when typing pauses; keeps the previous results until then. */
function useSearchResults(text: string) {
  const [q, setQ] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setQ(text), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const found = useQuery({
    queryKey: ['find-records', q],
    queryFn: ({ signal }) => call('GET /admin/search', { query: { q } }, { signal }),
    enabled: q !== '',
    placeholderData: keepPreviousData,
  });
  return {
    data: text === '' ? undefined : found.data,
    error: found.error,
    isFetching: found.isFetching || q !== text,
  };
}

function SearchResults({ heading, children }: { heading: string; children: readonly ReactNode[] }) {
  if (children.length === 0) return null;
  return (
    <Command.Group heading={heading} className="palette-group">
      {children}
    </Command.Group>
  );
}

interface SearchResultProps {
  id: string;
  icon: IconName;
  onGo: () => void;
  children: ReactNode;
}

function SearchResult({ id, icon, onGo, children }: SearchResultProps) {
  return (
    <Command.Item value={id} onSelect={onGo} className="palette-item">
      <Icon name={icon} className="text-muted" />
      {children}
    </Command.Item>
  );
}
