import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#web/api/call.ts';
import type { Data } from '#web/api/calls.ts';

export type Hold = Data<'GET /admin/holds'>['data'][number];

export function useReleaseHold() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (checkoutId: number) => call('POST /admin/holds/{id}/release', { params: { id: checkoutId } }),
    onSettled: () => client.invalidateQueries({ queryKey: ['GET /admin/holds'] }),
  });
}
