import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type SectionEditorProps, sectionFields } from '#plugin/admin';
import { NumberField, SelectField, TextField } from '#plugin/web';
import { ROW_LIMITS } from '../limits.ts';
import type { RowSettings } from '../server/row-section.ts';
import { useAdminCollection } from './admin-data.ts';
import { api } from './api.ts';

/** Choices of the select. Most shops have tens of collections; a search finds the others. */
const CHOICES = 100;

/** The fields of a collection row. */
export default function RowEditor(props: SectionEditorProps<RowSettings>) {
  const { text, number } = sectionFields(props);
  const [search, setSearch] = useState('');
  const { data } = useQuery({
    queryKey: ['collections', 'choices', search],
    queryFn: ({ signal }) => {
      const query = { per_page: CHOICES, ...(search && { search }) };
      return api.call('GET /admin/collections', { query }, { signal });
    },
    placeholderData: keepPreviousData,
  });
  const chosen = props.settings.collection;
  const missing = chosen && data?.data.every(({ id }) => id !== chosen) ? chosen : null;
  const { data: stored } = useAdminCollection(missing);
  return (
    <>
      {(search !== '' || (data?.total ?? 0) > CHOICES) && (
        <TextField
          label="Find collections"
          type="search"
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
      )}
      <SelectField label="Collection" {...number('collection')}>
        <option value="">Choose a collection</option>
        {missing !== null && <option value={missing}>{stored?.name ?? `No. ${missing}`}</option>}
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
