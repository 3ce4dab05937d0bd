import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { usePictureUpload } from '#plugin/admin';
import type { EntryStatus } from '../../contract-fields.ts';
import type { ContentPicture } from '../../model/rich-text-schema.ts';
import { api } from './api.ts';
import type { Entry, EntryKind } from './entry-kinds.ts';

const PAGE_SIZE = 20;

type PostStatus = Exclude<EntryStatus, 'ended'>;
type StoredPicture = Omit<ContentPicture, 'alt'>;

interface ListQuery {
  readonly page: number;
  readonly search: string;
}

export const usePages = ({ page, search, status }: ListQuery & { readonly status: 'all' | EntryStatus }) =>
  useQuery({
    queryKey: ['content-pages', { page, search, status }],
    queryFn: ({ signal }) => {
      const query = { page, per_page: PAGE_SIZE, ...(search && { search }), ...(status !== 'all' && { status }) };
      return api.call('GET /admin/content/pages', { query }, { signal });
    },
    placeholderData: keepPreviousData,
  });

/** A page or a post as it is when its form opens. */
export const useEntry = (kind: EntryKind, id: number) =>
  useQuery<Entry>({
    queryKey: ['content-entry', kind.noun, id],
    queryFn: ({ signal }) => kind.read(id, signal),
    // The form keeps what is typed: another version is offered when saving.
    refetchOnWindowFocus: false,
    staleTime: 0,
    gcTime: 0,
  });

export const usePosts = ({ page, search, status }: ListQuery & { readonly status: 'all' | PostStatus }) =>
  useQuery({
    queryKey: ['content-posts', { page, search, status }],
    queryFn: ({ signal }) => {
      const query = { page, per_page: PAGE_SIZE, ...(search && { search }), ...(status !== 'all' && { status }) };
      return api.call('GET /admin/content/posts', { query }, { signal });
    },
    placeholderData: keepPreviousData,
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
