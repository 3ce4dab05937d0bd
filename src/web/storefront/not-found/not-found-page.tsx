import { data } from 'react-router';
import { PageNotFound } from '#web/shared/frame/page-error.tsx';

export const loader = () => data(null, { status: 404 });

export const clientLoader = () => null;

export const meta = () => [{ title: 'Page Not Found | Stoa' }, { name: 'robots', content: 'noindex' }];

export default PageNotFound;
