import { createContext, RouterContextProvider, type ServerBuild } from 'react-router';
import { expect, test } from 'vitest';
import { documentContext } from './load-context.ts';
import { createPageRenderer } from './render-page.ts';

const ROUTES = {
  root: { id: 'root', path: '' },
  product: { id: 'product', parentId: 'root', path: 'products/:productId' },
  account: { id: 'account', parentId: 'root', path: 'dashboard' },
  guard: { id: 'guard', parentId: 'root', path: 'admin' },
  frame: { id: 'frame', parentId: 'guard' },
  orders: { id: 'orders', parentId: 'frame', path: 'orders' },
  missing: { id: 'missing', parentId: 'root', path: '*' },
};

/** Renders each page as the names of the routes that the router has to try. */
function createRenderer() {
  const contexts = {
    apiContext: createContext(),
    originContext: createContext(''),
    partFailuresContext: createContext(),
  };
  const module = {
    ...{ ...contexts, KNOWN_SCRIPTS: [], RouterContextProvider, documentContext },
    createRequestHandler:
      ({ routes }: Pick<ServerBuild, 'routes'>) =>
      async ({ url }: Request, context: RouterContextProvider) => {
        if (url.endsWith('/old')) return new Response(null, { status: 301, headers: { location: '/new' } });
        context.set(documentContext, Buffer.from(Object.keys(routes).join(' ')));
        return new Response(null);
      },
  };
  return createPageRenderer({
    build: { entry: { module }, routes: ROUTES } as unknown as ServerBuild,
    api: async () => {
      throw new Error('No page asks for anything here.');
    },
    readBlurred: async () => null,
    partReports: { failed: () => undefined, timedOut: () => undefined, blocked: () => undefined },
    origin: 'http://shop.test',
  });
}

const ALL = Object.keys(ROUTES).join(' ');

test.each([
  ['/', 'root missing'],
  ['/nowhere/orders', 'root missing'],
  ['/products/oak-table_2?admin=1', 'root product missing'],
  ['/dashboard', 'root account missing'],
  ['/admin/orders?page=2', 'root guard frame orders missing'],
  ['/ADMIN/orders', 'root guard frame orders missing'],
  ['/%61dmin/orders', ALL],
  ['//shop.test/admin/orders', ALL],
  ['/products/../admin/orders', ALL],
])('%s is found among the routes %s', async (url, routes) => {
  const { render } = createRenderer();
  expect((await render({ method: 'GET', url })).body.toString()).toBe(routes);
});

test('a page that redirects has no body', async () => {
  const { status, headers, body } = await createRenderer().render({ method: 'GET', url: '/old' });
  expect([status, headers.location, body.length]).toEqual([301, '/new', 0]);
});
