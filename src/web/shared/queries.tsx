import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useAuth } from './auth/auth.ts';

/** Long enough that going back shows what was there at once; what changed meanwhile follows within a moment. */
const FRESH_MS = 5_000;

const newClient = () =>
  // Reads are tried again where they are sent (api/call.ts).
  new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: FRESH_MS }, mutations: { retry: false } } });

function OwnQueries({ children }: { children: ReactNode }) {
  const [client] = useState(newClient);
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}

/** What a person has asked for is kept while the page is open, and goes when somebody else signs in. */
export function Queries({ children }: { children: ReactNode }) {
  const { user } = useAuth();
  return <OwnQueries key={user?.id ?? 'nobody'}>{children}</OwnQueries>;
}
