import { type ClientLoaderFunctionArgs, data, type LoaderFunctionArgs } from 'react-router';
import type { Contract } from '#contract/endpoint.ts';
import { refusalStatus } from '#web/api/api-error.ts';
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

/** @throws what `reading` throws; the shop's page for unknown addresses in place of a refusal with 404 or 422 */
async function orNotFound<D>(reading: Promise<D>): Promise<D> {
  try {
    return await reading;
  } catch (error) {
    // An address that the endpoint cannot read, such as one with a far too long slug, is unknown, too.
    if ([404, 422].includes(refusalStatus(error))) throw data(null, { status: 404 });
    throw error;
  }
}

/**
 * Loaders of a page that is rendered on the server. Export both from the route module. When the API
 * refuses with 404 or 422, the page is the shop's 'Page Not Found' with that status:
 * @example
 * const page = pageLoaders<typeof contract>()(({ call, params }) => call('GET /reviews/{id}', { params: { id: params.id } }));
 * export const loader = page.loader;
 * export const clientLoader = page.clientLoader;
 */
export function pageLoaders<C extends Contract>() {
  return <D>(read: (request: PageRequest<C>) => Promise<D>) => ({
    loader: ({ context, params, request }: LoaderFunctionArgs): Promise<D> =>
      // Both transports take any address; their types know the shop's own contract.
      orNotFound(
        read({ call: context.get(apiContext) as unknown as PluginCall<C>, params, url: new URL(request.url) }),
      ),
    clientLoader: async ({ params, request }: ClientLoaderFunctionArgs): Promise<D> => {
      const { call } = await import('#web/api/call.ts');
      return orNotFound(read({ call: call as unknown as PluginCall<C>, params, url: new URL(request.url) }));
    },
  });
}
