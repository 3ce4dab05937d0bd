import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#web/api/call.ts';
import type { Data, Input } from '#web/api/calls.ts';

export type Synonym = Data<'GET /admin/search/synonyms'>['data'][number];
export type SynonymForm = Input<'POST /admin/search/synonyms'>['body'];
export type Rule = Data<'GET /admin/search/rules'>['data'][number];
export type RuleForm = Input<'POST /admin/search/rules'>['body'];
export type CountedQuery = Data<'GET /admin/search/queries'>['data'][number];

export function useSynonymWrites() {
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: ['GET /admin/search/synonyms'] });
  return {
    /** @param key under which new synonyms are created once, however often they are sent */
    save: async (synonym: Synonym | null, form: SynonymForm, key: string): Promise<void> => {
      try {
        if (synonym === null) await call('POST /admin/search/synonyms', { body: form }, { idempotencyKey: key });
        else {
          const { id, revision } = synonym;
          await call('PUT /admin/search/synonyms/{id}', { params: { id }, body: { ...form, revision } });
        }
      } finally {
        // What refused the change may have changed the list as well.
        await refresh();
      }
    },
    remove: useMutation({
      mutationFn: ({ id }: Synonym) => call('DELETE /admin/search/synonyms/{id}', { params: { id } }),
      onSettled: refresh,
    }),
  };
}

export function useRuleWrites() {
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: ['GET /admin/search/rules'] });
  return {
    /** @param key under which a new rule is created once, however often it is sent */
    save: async (rule: Rule | null, form: RuleForm, key: string): Promise<void> => {
      try {
        if (rule === null) await call('POST /admin/search/rules', { body: form }, { idempotencyKey: key });
        else {
          const { id, revision } = rule;
          await call('PUT /admin/search/rules/{id}', { params: { id }, body: { ...form, revision } });
        }
      } finally {
        await refresh();
      }
    },
    remove: useMutation({
      mutationFn: ({ id }: Rule) => call('DELETE /admin/search/rules/{id}', { params: { id } }),
      onSettled: refresh,
    }),
  };
}
