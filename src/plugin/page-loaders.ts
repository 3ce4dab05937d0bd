import { type ClientLoaderFunctionArgs, data, type LoaderFunctionArgs } from 'react-router';
import type { Contract } from '#contract/endpoint.ts';
import { type ApiError, refusalStatus } from '#web/api/api-error.ts';
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

/** Whether an endpoint cannot read its path, such as one with a far too long slug. */
function isUnreadable(error: unknown, params: object = {}): boolean {
  const { code, errors = {} } = error as Partial<ApiError>;
  return code === 'request.invalid' && Object.keys(params).some((name) => name in errors);
}

/** @throws what `read` throws; the shop's page for unknown addresses in place of a refusal with 404, or of an unreadable path */
async function orNotFound<C extends Contract, D>(
  read: (request: PageRequest<C>) => Promise<D>,
  { call, ...page }: PageRequest<C>,
): Promise<D> {
  const unreadable = new Set<unknown>();
  // Both transports take any address; their types know the shop's own contract.
  const calls = call as unknown as (key: string, input?: { params?: object }, options?: object) => Promise<unknown>;
  const observed: typeof calls = (key, input, options) =>
    calls(key, input, options).catch((error: unknown) => {
      if (isUnreadable(error, input?.params)) unreadable.add(error);
      throw error;
    });
  try {
    return await read({ call: observed as unknown as PluginCall<C>, ...page });
  } catch (error) {
    if (refusalStatus(error) === 404 || unreadable.has(error)) throw data(null, { status: 404 });
    throw error;
  }
}

/**
 * Loaders of a page that is rendered on the server. Export both from the route module. When the API refuses with 404, or
 * because a parameter of its path is not valid, the page is the shop's 'Page Not Found' with status 404:
 * @example
 * const page = pageLoaders<typeof contract>()(({ call, params }) => call('GET /reviews/{id}', { params: { id: params.id } }));
 * export const loader = page.loader;
 * export const clientLoader = page.clientLoader;
 */
export function pageLoaders<C extends Contract>() {
  return <D>(read: (request: PageRequest<C>) => Promise<D>) => ({
    loader: ({ context, params, request }: LoaderFunctionArgs): Promise<D> =>
      orNotFound(read, {
        call: context.get(apiContext) as unknown as PluginCall<C>,
        params,
        url: new URL(request.url),
      }),
    clientLoader: async ({ params, request }: ClientLoaderFunctionArgs): Promise<D> => {
      const { call } = await import('#web/api/call.ts');
      return orNotFound(read, { call: call as unknown as PluginCall<C>, params, url: new URL(request.url) });
    },
  });
}
