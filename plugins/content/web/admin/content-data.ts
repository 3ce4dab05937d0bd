import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { usePictureUpload } from '#plugin/admin';
import { createApi } from '#plugin/web';
import type { contentContract, PageStatus } from '../../contract.ts';
import type { ContentPicture } from '../../model/rich-text-schema.ts';

export const api = createApi<typeof contentContract>();

const PAGE_SIZE = 20;

type StoredPicture = Omit<ContentPicture, 'alt'>;

interface ListQuery {
  readonly page: number;
  readonly search: string;
}

export const usePages = ({ page, search, status }: ListQuery & { readonly status: 'all' | PageStatus }) =>
  useQuery({
    queryKey: ['content-pages', { page, search, status }],
    queryFn: ({ signal }) => {
      const query = { page, per_page: PAGE_SIZE, ...(search && { search }), ...(status !== 'all' && { status }) };
      return api.call('GET /admin/content/pages', { query }, { signal });
    },
    placeholderData: keepPreviousData,
  });

export const usePage = (id: number) =>
  useQuery({
    queryKey: ['content-page', id],
    queryFn: ({ signal }) => api.call('GET /admin/content/pages/{id}', { params: { id } }, { signal }),
    // The form keeps what is typed: another version is offered when saving.
    refetchOnWindowFocus: false,
    staleTime: 0,
    gcTime: 0,
  });

export const useRedirects = ({ page, search }: ListQuery) =>
  useQuery({
    queryKey: ['content-redirects', { page, search }],
    queryFn: ({ signal }) =>
      api.call(
        'GET /admin/content/redirects',
        { query: { page, per_page: PAGE_SIZE, ...(search && { search }) } },
        { signal },
      ),
    placeholderData: keepPreviousData,
  });

/** Uploads pictures of pages, posts and sections, which keep their proportions. */
export const useContentUpload = (onUploaded: (stored: StoredPicture) => void) =>
  usePictureUpload({
    send: (body, options) => api.call('POST /admin/content/pictures', { body }, options),
    onUploaded,
  });
