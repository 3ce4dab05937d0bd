import { data } from 'react-router';
import { PageNotFound } from '#web/shared/frame/page-error.tsx';
import { pageTitle } from '#web/shared/shop/shop.ts';

export const loader = () => data(null, { status: 404 });

export const clientLoader = () => null;

export const meta = () => [{ title: pageTitle('Page Not Found') }, { name: 'robots', content: 'noindex' }];

export default PageNotFound;
