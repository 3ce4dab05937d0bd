import type { RouteConfigEntry } from '@react-router/dev/routes';
import { expect, test } from 'vitest';
import { PAGES } from '#domain/shop/pages.ts';
import shop from '../../shop.config.ts';
import { pagesOf } from '../plugin/pages.ts';
import routes from './routes.ts';

/** The path of each page; a route with children is a layout. */
function pathsOf(entries: readonly RouteConfigEntry[], parent = ''): string[] {
  return entries.flatMap(({ path = '', children }) => {
    const full = path ? `${parent}/${path}` : parent;
    return children ? pathsOf(children, full) : [full || '/'];
  });
}

test('each page of the table has one route, and each route its facts', () => {
  const ofPlugins = shop.plugins.flatMap(pagesOf).map(({ path }) => path);
  expect(pathsOf(routes).toSorted()).toEqual([...Object.keys(PAGES), ...ofPlugins].toSorted());
});
