import { useQuery } from '@tanstack/react-query';
import { createApi } from '#plugin/web';
import type { themeContract } from '../contract.ts';

export const api = createApi<typeof themeContract>();

export const useTheme = () =>
  useQuery({
    queryKey: ['theme'],
    queryFn: ({ signal }) => api.call('GET /admin/theme', {}, { signal }),
    // The form keeps what was chosen: another version is offered when saving.
    refetchOnWindowFocus: false,
    staleTime: 0,
    gcTime: 0,
  });

export const usePreviewedProducts = () =>
  useQuery({
    queryKey: ['theme-products'],
    queryFn: ({ signal }) => api.call('GET /admin/theme/products', {}, { signal }),
  });
