import { type MetaArgs, useLoaderData } from 'react-router';
import { pageLoaders, pageMeta, pageTitle } from '#plugin/web';
import type { contentContract } from '../contract.ts';
import type { PublicPage } from '../page-contract.ts';
import { RichTextView } from './rich-text.tsx';

const page = pageLoaders<typeof contentContract>()(({ call, params: { slug = '' } }) =>
  call('GET /content/pages/{slug}', { params: { slug } }),
);
export const loader = page.loader;
export const clientLoader = page.clientLoader;

export const meta = ({ matches, loaderData }: MetaArgs<typeof loader>) =>
  loaderData
    ? pageMeta(matches, {
        title: pageTitle(loaderData.seo_title),
        description: loaderData.seo_description,
        path: `/pages/${loaderData.slug}`,
        data: (origin) => [described(loaderData, origin)],
      })
    : [{ title: pageTitle('Page Not Found') }];

/** https://schema.org/WebPage */
const described = ({ seo_title, seo_description, slug, updated_at }: PublicPage, origin: string) => ({
  '@context': 'https://schema.org',
  '@type': 'WebPage',
  name: seo_title,
  description: seo_description,
  url: `${origin}/pages/${slug}`,
  dateModified: updated_at,
});

export default function ContentPage() {
  return <PageView page={useLoaderData<typeof loader>()} />;
}

/** Also the preview in the back office. */
export function PageView({ page: { title, body } }: { page: Pick<PublicPage, 'title' | 'body'> }) {
  return (
    <article className="page py-12 md:py-20">
      <h1 className="max-w-[24ch] text-h1 wrap-anywhere">{title}</h1>
      <RichTextView text={body} className="mt-8" />
    </article>
  );
}
