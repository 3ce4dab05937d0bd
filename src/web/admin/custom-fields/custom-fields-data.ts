import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#web/api/call.ts';
import type { Data, Input } from '#web/api/calls.ts';

export type CustomField = Data<'GET /admin/custom-fields'>['data'][number];
/** A field that a merchant defined: only these can be changed. */
export type OwnField = CustomField & { readonly id: number };
export type CustomFieldForm = Input<'POST /admin/custom-fields'>['body'];

export const isOwn = (field: CustomField): field is OwnField => field.id !== null;

export function useCustomFieldWrites() {
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: ['GET /admin/custom-fields'] });
  return {
    /** @param key under which a new field is created once, however often it is sent */
    save: async (field: OwnField | null, form: CustomFieldForm, key: string): Promise<void> => {
      try {
        if (field === null) await call('POST /admin/custom-fields', { body: form }, { idempotencyKey: key });
        else {
          const { key: _fixed, ...terms } = form;
          const { id, revision } = field;
          await call('PUT /admin/custom-fields/{id}', { params: { id }, body: { ...terms, revision } });
        }
      } finally {
        // What refused the change may have changed the list as well.
        await refresh();
      }
    },
    remove: useMutation({
      mutationFn: ({ id }: OwnField) => call('DELETE /admin/custom-fields/{id}', { params: { id } }),
      onSettled: refresh,
    }),
  };
}
