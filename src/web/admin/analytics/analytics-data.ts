import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { AnalyticsPeriod } from '#domain/shop/analytics-period.ts';
import { call } from '#web/api/call.ts';
import type { Data, Input } from '#web/api/calls.ts';

export type Analytics = Data<'GET /admin/analytics'>;
export type Figures = Analytics['totals'];
export type Goals = Data<'GET /admin/analytics/goals'>;
export type GoalChange = Input<'PUT /admin/analytics/goals'>['body'];

/** Figures of a period; keeps the previous ones until the next have loaded. */
export const useAnalytics = (period: AnalyticsPeriod) =>
  useQuery({
    queryKey: ['admin-analytics', period],
    queryFn: ({ signal }) => call('GET /admin/analytics', { query: { period } }, { signal }),
    placeholderData: keepPreviousData,
  });

/** Goals of the current month. */
export const useGoals = () =>
  useQuery({
    queryKey: ['admin-goals'],
    queryFn: ({ signal }) => call('GET /admin/analytics/goals', { query: {} }, { signal }),
  });

export function useSetGoals() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: GoalChange) => call('PUT /admin/analytics/goals', { body }),
    onSuccess: (goals) => client.setQueryData(['admin-goals'], goals),
    // May include another admin's changes.
    onError: () => void client.invalidateQueries({ queryKey: ['admin-goals'] }),
  });
}
