export { bindSitemap } from './sitemap.routes.ts';
