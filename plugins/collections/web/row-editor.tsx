import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { SectionEditorProps } from '#plugin/admin';
import { NumberField, SelectField, TextField } from '#plugin/web';
import type { RowSettings } from '../server/row-section.ts';
import { api } from './api.ts';

/** Choices of the select; a shop has tens of collections. */
const CHOICES = 100;

/** The fields of a collection row. */
export default function RowEditor({ settings, onChange, problems }: SectionEditorProps<RowSettings>) {
  const { data } = useQuery({
    queryKey: ['collections', 'choices'],
    queryFn: ({ signal }) => api.call('GET /admin/collections', { query: { per_page: CHOICES } }, { signal }),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <SelectField
        label="Collection"
        value={settings.collection ?? ''}
        error={problems.collection?.[0]}
        onChange={({ target }) => onChange({ ...settings, collection: Number(target.value) })}
      >
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
        maxLength={80}
        value={settings.title ?? ''}
        error={problems.title?.[0]}
        onChange={({ target }) => onChange({ ...settings, title: target.value })}
      />
      <NumberField
        label="Products"
        min={2}
        max={12}
        step={1}
        value={settings.count ?? ''}
        error={problems.count?.[0]}
        onChange={({ target }) => onChange({ ...settings, count: Number(target.value) })}
      />
    </>
  );
}
