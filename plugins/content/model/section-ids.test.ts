import { expect, test } from 'vitest';
import { insertSection, newSectionId } from './section-ids.ts';

const ids = (sections: readonly { readonly id: string }[]) => sections.map(({ id }) => id);

test('a removed section is put back in its place with its id', () => {
  expect(ids(insertSection([{ id: 's1' }, { id: 's3' }], 1, { id: 's2' }))).toEqual(['s1', 's2', 's3']);
});

test('a removed section gets a new id if a section that was added since has its own', () => {
  const left = [{ id: 's1' }];
  const added = [...left, { id: newSectionId(left) }];
  expect(ids(added)).toEqual(['s1', 's2']);
  expect(ids(insertSection(added, 1, { id: 's2' }))).toEqual(['s1', 's3', 's2']);
});
