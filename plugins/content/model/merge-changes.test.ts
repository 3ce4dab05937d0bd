import { expect, test } from 'vitest';
import { mergeChanges } from './merge-changes.ts';

test('a change by an editor that was closed meanwhile leaves later changes of other fields alone', () => {
  const before = { title: 'Winter', text: 'Warm', picture: null };
  const now = { ...before, title: 'Spring' };
  expect(mergeChanges(now, before, { ...before, picture: 'lamp' })).toEqual({ ...now, picture: 'lamp' });
});

test('an editor can remove a setting, and leaves alone those that it did not have', () => {
  const now = { title: 'Spring', picture: 'lamp', link: '/sale' };
  expect(mergeChanges(now, { title: 'Winter', picture: 'lamp' }, { title: 'Winter' })).toEqual({
    title: 'Spring',
    link: '/sale',
  });
});
