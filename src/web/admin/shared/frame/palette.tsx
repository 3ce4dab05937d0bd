import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Command } from 'cmdk';
import { type KeyboardEvent, type ReactNode, useDeferredValue, useEffect, useRef, useState } from 'react';
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
  const found = useSearchResults(useDeferredValue(text.trim()), text.trim());

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

  const { orders = [], products = [], users = [] } = found.data ?? {};
  const best = [
    ...orders.map((order) => [`order ${order.id}`, pathOf.order(order)] as const),
    ...products.map((product) => [`product ${product.id}`, pathOf.product(product)] as const),
    ...users.map((user) => [`user ${user.id}`, pathOf.user(user)] as const),
    ...actions.map(([path]) => [path, path] as const),
    ...pages.map(({ path }) => [path, path] as const),
  ][0];
  const first = best?.[0] ?? '';
  const [chosen, setChosen] = useState(first);
  useEffect(() => setChosen(first), [first]);

  // Results of the previous search stay visible while the current ones load: Enter waits for those.
  const isOutdated = query !== '' && found.isOutdated;
  const [isWaiting, setWaiting] = useState(false);
  const isReady = isWaiting && !isOutdated;
  useEffect(() => {
    if (!isReady) return;
    setWaiting(false);
    if (best) go(best[1]);
  });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || !isOutdated || chosen !== first) return;
    event.preventDefault();
    setWaiting(true);
  };

  return (
    <dialog ref={dialog} className="dialog palette" aria-label="Find anything" onClose={onClose}>
      <Command
        label="Find anything"
        shouldFilter={false}
        loop
        value={chosen}
        onValueChange={setChosen}
        onKeyDown={onKeyDown}
      >
        <div className="flex items-center gap-3 border-b border-line px-4">
          <Icon name="search" className="text-muted" />
          <Command.Input
            className="palette-input"
            placeholder="Find an order, product, user…"
            maxLength={MAX_PALETTE_SEARCH}
            value={text}
            onValueChange={(typed) => {
              setText(typed);
              setWaiting(false);
            }}
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

const pathOf = {
  order: ({ id }: SearchResults['orders'][number]) => `/admin/orders?order=${id}`,
  product: ({ sku }: SearchResults['products'][number]) => `/admin/products?search=${encodeURIComponent(sku)}`,
  user: ({ email }: SearchResults['users'][number]) => `/admin/users?search=${encodeURIComponent(email)}`,
};

interface FoundRecordsProps {
  found: SearchResults;
  onGo: (path: string) => void;
}

function FoundRecords({ found: { orders, products, users }, onGo }: FoundRecordsProps) {
  return (
    <>
      <SearchResults heading="Orders">
        {orders.map((order) => (
          <SearchResult
            key={order.id}
            id={`order ${order.id}`}
            icon="receipt-text"
            onGo={() => onGo(pathOf.order(order))}
          >
            <span className="font-semibold nums">{order.order_number}</span>
            <span className="min-w-0 truncate" dir="auto">
              {order.user.name}
            </span>
            <span className="ml-auto text-muted text-small nums">
              {orderStatusLabel(order.status)} · <Amount value={order.total} currency={order.currency} />
            </span>
          </SearchResult>
        ))}
      </SearchResults>
      <SearchResults heading="Products">
        {products.map((product) => (
          <SearchResult
            key={product.id}
            id={`product ${product.id}`}
            icon="package"
            onGo={() => onGo(pathOf.product(product))}
          >
            <span className="min-w-0 truncate" dir="auto">
              {product.name}
            </span>
            <span className="ml-auto text-muted text-small">
              {product.is_active ? product.sku : `${product.sku} · inactive`}
            </span>
          </SearchResult>
        ))}
      </SearchResults>
      <SearchResults heading="Users">
        {users.map((user) => (
          <SearchResult key={user.id} id={`user ${user.id}`} icon="user" onGo={() => onGo(pathOf.user(user))}>
            <span className="min-w-0 truncate" dir="auto">
              {user.name}
            </span>
            <span className="ml-auto truncate text-muted text-small">
              {user.is_admin ? `${user.email} · admin` : user.email}
            </span>
          </SearchResult>
        ))}
      </SearchResults>
    </>
  );
}

/**
 * Searches when typing pauses; keeps the previous results until then.
 * @param text the deferred value of `typed`, which can lag behind it
 */
function useSearchResults(text: string, typed: string) {
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
    /** Whether `data` is that of an earlier search, or the first has not arrived. */
    isOutdated: found.isPlaceholderData || found.isLoading || q !== typed,
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
