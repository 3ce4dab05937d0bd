import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { AdminReview } from '../contract.ts';
import { api } from './reviews-data.ts';

interface ListQuery {
  readonly page: number;
  readonly search: string;
  readonly status: 'all' | 'pending' | 'published' | 'rejected';
  readonly stars: string;
}

const PAGE_SIZE = 20;

/** A page of all reviews; keeps the previous page until the next one has loaded. */
export const useAdminReviews = ({ page, search, status, stars }: ListQuery) =>
  useQuery({
    queryKey: ['reviews', { page, search, status, stars }],
    queryFn: ({ signal }) => {
      const query = {
        page,
        per_page: PAGE_SIZE,
        ...(search && { search }),
        ...(status !== 'all' && { status }),
        ...(stars !== 'all' && { stars }),
      };
      return api.call('GET /admin/reviews', { query }, { signal });
    },
    placeholderData: keepPreviousData,
  });

export const useAdminReview = (id: number) =>
  useQuery({
    queryKey: ['review', id],
    queryFn: ({ signal }) => api.call('GET /admin/reviews/{id}', { params: { id } }, { signal }),
  });

/** A change of reviews, after which they are read again. */
function useReviewChange<Input, Result>(change: (input: Input) => Promise<Result>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => {
      for (const key of ['reviews', 'review']) void client.invalidateQueries({ queryKey: [key] });
    },
  });
}

export const useSetStatus = () =>
  useReviewChange((body: { ids: number[]; status: 'published' | 'rejected'; unchanged_since?: string | undefined }) =>
    api.call('PUT /admin/reviews/status', { body }),
  );

/** Replies to what was read: a review that has changed since is shown again instead. */
export const useReply = ({ id, updated_at: unchanged_since }: Pick<AdminReview, 'id' | 'updated_at'>) =>
  useReviewChange((reply: string | null) =>
    api.callForMessage('PUT /admin/reviews/{id}/reply', { params: { id }, body: { reply, unchanged_since } }),
  );

export const useDeleteReview = (id: number) =>
  useReviewChange((_: null) => api.callForMessage('DELETE /admin/reviews/{id}', { params: { id } }));
