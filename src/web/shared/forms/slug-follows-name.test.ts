import { expect, test } from 'vitest';
import { slugOf } from '#domain/catalogue/slug.ts';
import { slugFollowsName } from './slug-follows-name.ts';

test.each<[string, { isNew?: boolean; name: string; slug: string }, string]>([
  ['follows the name', { name: 'Lamp', slug: 'lamp' }, 'lamps'],
  ['follows the name again once it is emptied', { name: 'Lamp', slug: '' }, 'lamps'],
  [
    'stays when it was typed by hand, also when the form is opened again with it',
    { name: 'Lamp', slug: 'light' },
    'light',
  ],
  ['stays when the record exists', { isNew: false, name: 'Lamp', slug: 'lamp' }, 'lamp'],
])('the slug %s', (_, { isNew = true, name, slug }, after) => {
  let current = slug;
  slugFollowsName({ isNew, name, slug, slugOf, setSlug: (own) => (current = own) })({ target: { value: 'Lamps' } });
  expect(current).toBe(after);
});
