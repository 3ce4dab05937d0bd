import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { createApi } from '#plugin/web';
import type { contentContract, PageStatus } from '../../contract.ts';

export const api = createApi<typeof contentContract>();

/** For the file input; the server checks the content. */
export const ACCEPTED_PICTURES = 'image/jpeg,image/png,image/webp,image/gif,image/avif';

const PAGE_SIZE = 20;
/** 10 MB take a while on a slow connection. */
const UPLOAD_TIMEOUT_MS = 120_000;

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

/** Stores a picture and resolves to its address and size. @throws ApiError */
export async function uploadPicture(file: File) {
  const body = new FormData();
  body.append('file', file);
  return api.call('POST /admin/content/pictures', { body }, { timeoutMs: UPLOAD_TIMEOUT_MS });
}
