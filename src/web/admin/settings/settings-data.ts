import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRevalidator } from 'react-router';
import { call } from '#web/api/call.ts';
import type { Data } from '#web/api/calls.ts';
import { invalidateShop } from '#web/shared/shop/shop.ts';

export type Settings = Data<'GET /admin/settings'>;
export type Section = keyof Settings;

const KEY = ['admin', 'settings'] as const;

export const useSettings = () => useQuery({ queryKey: KEY, queryFn: () => call('GET /admin/settings') });

/** Applies a saved section; names and formats on this page follow at once. */
export function useApplySection() {
  const queries = useQueryClient();
  const { revalidate } = useRevalidator();
  return <S extends Section>(section: S, saved: Settings[S]) => {
    queries.setQueryData<Settings>(KEY, (all) => all && { ...all, [section]: saved });
    invalidateShop();
    void revalidate();
  };
}
