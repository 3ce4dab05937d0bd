import { type ClientLoaderFunctionArgs, data, useLoaderData } from 'react-router';
import { ProductResults, pageLoaders, pageMeta, pageTitle, preloadResults, readProductList } from '#plugin/web';
import type { contract } from '../contract.ts';

const page = pageLoaders<typeof contract>()(async ({ call, url }) => {
  const products = await readProductList({ url, path: '/questions' }, (parameters, sort) =>
    call('GET /questions/products', {
      query: { ...parameters, ...(sort === 'cheapest' && { sort }), per_page: 24 },
    }),
  );
  return data(products, { status: products.list.status });
});
export const loader = page.loader;
export const clientLoader = async (args: ClientLoaderFunctionArgs) => {
  const [loaded] = await Promise.all([page.clientLoader(args), preloadResults()]);
  return loaded;
};

type Loaded = Awaited<ReturnType<typeof loader>>['data'];
export const meta = ({ matches, loaderData }: { matches: readonly unknown[]; loaderData?: Loaded }) =>
  pageMeta(matches, {
    title: pageTitle('Questions'),
    path: '/questions',
    hidden: Object.keys(loaderData?.query.filters ?? {}).length > 0,
  });

export default function AskedPage() {
  return (
    <div className="page page-wide">
      <h1>Products that customers ask about</h1>
      <ProductResults
        {...useLoaderData<typeof loader>()}
        sorts={[
          ['', 'Most asked about'],
          ['cheapest', 'Price, low to high'],
        ]}
      />
    </div>
  );
}
