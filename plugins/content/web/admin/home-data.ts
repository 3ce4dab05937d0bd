import { useQueries, useQuery } from '@tanstack/react-query';
import type { HomeContent, HomeSection } from '../../home-contract.ts';
import { api } from './api.ts';

/** Everything that these show is in their settings. */
const WITHOUT_DATA: ReadonlySet<string> = new Set([
  'content.hero',
  'content.picture-and-text',
  'content.quote',
  'content.newsletter',
  'content.text',
]);

export const useHome = () =>
  useQuery({
    queryKey: ['content-home'],
    queryFn: ({ signal }) => api.call('GET /admin/content/home', {}, { signal }),
    // The form keeps what is typed: another version is offered when saving.
    refetchOnWindowFocus: false,
    staleTime: 0,
    gcTime: 0,
  });

/** The sections as the home page would show them; one that loads or is incomplete keeps what it showed before. */
export function usePreviewed(sections: readonly HomeSection[]): HomeContent['sections'] {
  const answers = useQueries({
    queries: sections.map(({ type, settings }) => ({
      queryKey: ['content-section', type, settings],
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        if (WITHOUT_DATA.has(type)) return {};
        const query = { type, settings: JSON.stringify(settings) };
        return (await api.call('GET /admin/content/home/section', { query }, { signal })).data;
      },
      retry: false,
      staleTime: 60_000,
      placeholderData: (before: unknown) => before,
    })),
  });
  return sections.map((section, index) => ({ ...section, data: answers[index]?.data ?? null }));
}
