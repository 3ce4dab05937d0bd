import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type SectionEditorProps, sectionFields } from '#plugin/admin';
import { NumberField, SelectField, TextField } from '#plugin/web';
import { ROW_LIMITS } from '../limits.ts';
import type { RowSettings } from '../server/row-section.ts';
import { api } from './api.ts';

/** Choices of the select; a shop has tens of collections. */
const CHOICES = 100;

/** The fields of a collection row. */
export default function RowEditor(props: SectionEditorProps<RowSettings>) {
  const { text, number } = sectionFields(props);
  const { data } = useQuery({
    queryKey: ['collections', 'choices'],
    queryFn: ({ signal }) => api.call('GET /admin/collections', { query: { per_page: CHOICES } }, { signal }),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <SelectField label="Collection" {...number('collection')}>
        <option value="">Choose a collection</option>
        {data?.data.map(({ id, name, is_visible }) => (
          <option key={id} value={id}>
            {is_visible ? name : `${name} (hidden)`}
          </option>
        ))}
      </SelectField>
      <TextField
        label="Heading"
        hint="Default: the collection’s name."
        maxLength={ROW_LIMITS.title}
        {...text('title')}
      />
      <NumberField label="Products" {...ROW_LIMITS.products} step={1} {...number('count')} />
    </>
  );
}
