import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '#web/api/call.ts';
import type { Data } from '#web/api/calls.ts';

export type PluginDetail = Data<'GET /admin/plugins'>[number];
export type PluginSettings = NonNullable<PluginDetail['settings']>;

const KEY = ['admin', 'plugins'] as const;

/** The plug-ins of the shop; none while they load or when they cannot be loaded. */
export const usePlugins = (): readonly PluginDetail[] =>
  useQuery({ queryKey: KEY, queryFn: () => call('GET /admin/plugins') }).data ?? [];

/** Shows what was saved of a plug-in's settings. */
export function useApplyPlugin() {
  const queries = useQueryClient();
  return (saved: PluginDetail) =>
    queries.setQueryData<PluginDetail[]>(KEY, (all) => all?.map((one) => (one.name === saved.name ? saved : one)));
}

export const useMailPreview = (plugin: string, mail: string) =>
  useQuery({
    queryKey: [...KEY, plugin, 'mails', mail],
    queryFn: () => call('GET /admin/plugins/{plugin}/mails/{mail}', { params: { plugin, mail } }),
  });
