import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { AdminCollection, CollectionForm } from '../admin-contract.ts';
import type { Rule } from '../rule.ts';
import type { Sort } from '../sorts.ts';
import { api } from './api.ts';

const PAGE_SIZE = 20;
/** Products that the picker offers at a time. */
export const PICKER_SIZE = 8;
const PAUSE_MS = 300;

interface ListQuery {
  readonly page: number;
  readonly search: string;
  readonly kind: 'all' | 'manual' | 'rule';
  readonly status: 'all' | 'published' | 'hidden';
}

export const useAdminCollections = ({ page, search, kind, status }: ListQuery) =>
  useQuery({
    queryKey: ['collections', { page, search, kind, status }],
    queryFn: ({ signal }) => {
      const query = {
        page,
        per_page: PAGE_SIZE,
        ...(search && { search }),
        ...(kind !== 'all' && { kind }),
        ...(status !== 'all' && { status }),
      };
      return api.call('GET /admin/collections', { query }, { signal });
    },
    placeholderData: keepPreviousData,
  });

/** A collection as it is when its form opens; a later read would not reach the form. */
export const useAdminCollection = (id: number | null) =>
  useQuery({
    queryKey: ['collection', id],
    queryFn: ({ signal }) => api.call('GET /admin/collections/{id}', { params: { id: id ?? 0 } }, { signal }),
    enabled: id !== null,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });

export const useOptions = () =>
  useQuery({
    queryKey: ['collection-options'],
    queryFn: ({ signal }) => api.call('GET /admin/collections/options', {}, { signal }),
  });

export const usePickableProducts = (search: string, page: number) =>
  useQuery({
    queryKey: ['collection-products', search, page],
    queryFn: ({ signal }) => {
      const query = { page, per_page: PICKER_SIZE, ...(search && { search }) };
      return api.call('GET /admin/collections/products', { query }, { signal });
    },
    placeholderData: keepPreviousData,
  });

export interface PreviewInput {
  readonly rule: Rule;
  readonly sort: Sort;
  readonly max_products: number | null;
}

interface PreviewQuery {
  /** As JSON. */
  readonly rule: string;
  readonly sort: Sort;
  readonly max_products?: number;
}

/** What a rule finds, when typing pauses. @param input null: the rule is not complete yet */
export function usePreview(input: PreviewInput | null) {
  const query: PreviewQuery | null = input && {
    rule: JSON.stringify(input.rule),
    sort: input.sort,
    ...(input.max_products !== null && { max_products: input.max_products }),
  };
  const text = JSON.stringify(query);
  const [asked, setAsked] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return useQuery({
    queryKey: ['collection-preview', asked],
    queryFn: ({ signal }) =>
      api.call('GET /admin/collections/preview', { query: JSON.parse(asked) as PreviewQuery }, { signal }),
    enabled: asked !== 'null',
    placeholderData: keepPreviousData,
    retry: false,
  });
}

/** A write that changes the lists; resolves to what `send` does. */
function useChange<Input, Output>(send: (input: Input) => Promise<Output>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSettled: () => void client.invalidateQueries({ queryKey: ['collections'] }),
  });
}

export const useSetPublished = () =>
  useChange((body: { ids: number[]; is_published: boolean }) =>
    api.callForMessage('PUT /admin/collections/published', { body }),
  );

export const useDeletion = () =>
  useChange((ids: number[]) => api.callForMessage('POST /admin/collections/deletion', { body: { ids } }));

interface Saving {
  /** What is changed, with the revision to save on top of; null: a new collection. */
  readonly on: Pick<AdminCollection, 'id' | 'revision'> | null;
  readonly form: CollectionForm;
  readonly key: string;
}

export const useSaving = () =>
  useChange(
    ({ on, form, key }: Saving): Promise<AdminCollection> =>
      on
        ? api.call(
            'PUT /admin/collections/{id}',
            { params: { id: on.id }, body: { ...form, revision: on.revision } },
            { idempotencyKey: key },
          )
        : api.call('POST /admin/collections', { body: form }, { idempotencyKey: key }),
  );
