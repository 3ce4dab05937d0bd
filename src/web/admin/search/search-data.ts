import { call } from '#web/api/call.ts';
import type { Data, Input } from '#web/api/calls.ts';
import { useRecordWrites } from '../shared/use-record-writes.ts';

export type Synonym = Data<'GET /admin/search/synonyms'>['data'][number];
export type SynonymForm = Input<'POST /admin/search/synonyms'>['body'];
export type Rule = Data<'GET /admin/search/rules'>['data'][number];
export type RuleForm = Input<'POST /admin/search/rules'>['body'];
export type CountedQuery = Data<'GET /admin/search/queries'>['data'][number];

export const useSynonymWrites = () =>
  useRecordWrites<Synonym, SynonymForm>({
    list: 'GET /admin/search/synonyms',
    create: (body, options) => call('POST /admin/search/synonyms', { body }, options),
    update: ({ id, revision }, form) =>
      call('PUT /admin/search/synonyms/{id}', { params: { id }, body: { ...form, revision } }),
    remove: ({ id }) => call('DELETE /admin/search/synonyms/{id}', { params: { id } }),
  });

export const useRuleWrites = () =>
  useRecordWrites<Rule, RuleForm>({
    list: 'GET /admin/search/rules',
    create: (body, options) => call('POST /admin/search/rules', { body }, options),
    update: ({ id, revision }, form) =>
      call('PUT /admin/search/rules/{id}', { params: { id }, body: { ...form, revision } }),
    remove: ({ id }) => call('DELETE /admin/search/rules/{id}', { params: { id } }),
  });
