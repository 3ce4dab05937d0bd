import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useAuth } from './auth/auth.ts';

/** Long enough that going back shows cached data at once; it is revalidated in the background. */
const FRESH_MS = 5_000;

const newClient = () =>
  // Retries are done in api/call.ts.
  new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: FRESH_MS }, mutations: { retry: false } } });

function OwnQueries({ children }: { children: ReactNode }) {
  const [client] = useState(newClient);
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}

/** Personal data is kept while the page is open, and cleared when another user signs in. */
export function QueryProvider({ children }: { children: ReactNode }) {
  const { user } = useAuth();
  return <OwnQueries key={user?.id ?? 'nobody'}>{children}</OwnQueries>;
}
