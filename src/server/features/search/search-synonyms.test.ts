import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '#test/database.ts';
import { createSearchSynonyms } from './search-synonyms.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

test('synonyms that are read again keep the lexicon, and so the cached searches, until one of them changes', async () => {
  let announce: (change: { kind: 'resync' }) => void = () => undefined;
  const synonyms = createSearchSynonyms(database.db, {
    onChange: (listener) => {
      announce = listener;
    },
    isLive: () => true,
  });
  const first = await synonyms.current();
  announce({ kind: 'resync' });
  expect(await synonyms.current()).toBe(first);

  await database.db
    .insertInto('search_synonym')
    .values({ terms: ['zither', 'reading'] })
    .execute();
  announce({ kind: 'resync' });
  const second = await synonyms.current();
  expect(second.entry(['zither'])?.equal).toEqual([['reading']]);
  announce({ kind: 'resync' });
  expect(await synonyms.current()).toBe(second);
});
