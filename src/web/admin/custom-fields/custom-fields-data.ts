import { call } from '#web/api/call.ts';
import type { Data, Input } from '#web/api/calls.ts';
import { useRecordWrites } from '../shared/use-record-writes.ts';

export type CustomField = Data<'GET /admin/custom-fields'>['data'][number];
/** A field that a merchant defined: only these can be changed. */
export type OwnField = CustomField & { readonly id: number };
export type CustomFieldForm = Input<'POST /admin/custom-fields'>['body'];

export const isOwn = (field: CustomField): field is OwnField => field.id !== null;

export const useCustomFieldWrites = () =>
  useRecordWrites<OwnField, CustomFieldForm>({
    list: 'GET /admin/custom-fields',
    create: (body, options) => call('POST /admin/custom-fields', { body }, options),
    update: ({ id, revision }, { key: _fixed, ...terms }) =>
      call('PUT /admin/custom-fields/{id}', { params: { id }, body: { ...terms, revision } }),
    remove: ({ id }) => call('DELETE /admin/custom-fields/{id}', { params: { id } }),
  });
