import type { ClientLoaderFunctionArgs, LoaderFunctionArgs } from 'react-router';
import type { Contract } from '#contract/endpoint.ts';
import { apiContext } from '#web/ssr/load-context.ts';
import type { PluginCall } from './api.ts';

/** What a page's data is read with. */
export interface PageRequest<C extends Contract> {
  /** The plug-in's API. While the server renders, only `public` endpoints can be called. */
  readonly call: PluginCall<C>;
  /** The parameters of the page's path. */
  readonly params: Readonly<Record<string, string | undefined>>;
  readonly url: URL;
}

/**
 * Loaders of a page that is rendered on the server. Export both from the route module:
 * @example
 * const page = pageLoaders<typeof contract>()(({ call, params }) => call('GET /reviews/{id}', { params: { id: params.id } }));
 * export const loader = page.loader;
 * export const clientLoader = page.clientLoader;
 */
export function pageLoaders<C extends Contract>() {
  return <D>(read: (request: PageRequest<C>) => Promise<D>) => ({
    loader: ({ context, params, request }: LoaderFunctionArgs): Promise<D> =>
      // Both transports take any address; their types know the shop's own contract.
      read({ call: context.get(apiContext) as unknown as PluginCall<C>, params, url: new URL(request.url) }),
    clientLoader: async ({ params, request }: ClientLoaderFunctionArgs): Promise<D> => {
      const { call } = await import('#web/api/call.ts');
      return read({ call: call as unknown as PluginCall<C>, params, url: new URL(request.url) });
    },
  });
}
