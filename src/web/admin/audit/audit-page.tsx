import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { DAY_LIMITS } from '#domain/form-limits.ts';
import { call } from '#web/api/call.ts';
import type { Data } from '#web/api/calls.ts';
import { DateTime } from '#web/shared/date-time.tsx';
import type { Column } from '../shared/list/data-table.tsx';
import { FilterSelect } from '../shared/list/filter-select.tsx';
import { ListPage } from '../shared/list/list-page.tsx';
import { useListAddress } from '../shared/list/use-list-address.ts';
import { usePagedList } from '../shared/list/use-paged-list.ts';
import { adminMeta } from '../shared/page-header.tsx';
import { Difference } from './difference.tsx';

export const meta = () => adminMeta('Audit log');

type AuditEntry = Data<'GET /admin/audit'>['data'][number];

const sentence = (words: string): string => {
  const text = words.replace(/[._-]+/g, ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
};

const COLUMNS: readonly Column<AuditEntry>[] = [
  {
    name: 'When',
    className: 'lg:whitespace-nowrap align-top',
    cell: ({ created_at }) => <DateTime at={created_at} withTime />,
  },
  {
    name: 'Who',
    className: 'align-top',
    cell: ({ actor, address }) => (
      <span className="block md:max-w-48 lg:min-w-32">
        <bdi className="block font-semibold wrap-break-word">{actor.name}</bdi>
        {address && <span className="block text-muted text-small">{address}</span>}
      </span>
    ),
  },
  {
    name: 'What',
    className: 'align-top',
    cell: ({ action, entity, entity_id }) => (
      <span className="block md:min-w-28 lg:min-w-32">
        <span className="block">{sentence(action)}</span>
        <span className="block wrap-anywhere text-muted text-small">
          {sentence(entity)} {entity_id}
        </span>
      </span>
    ),
  },
  { name: 'Change', className: 'wide align-top md:w-2/5 lg:w-1/2', cell: (entry) => <Difference {...entry} /> },
];

/** Who changed what in the back office, with the values before and after. */
export default function AuditPage() {
  const list = useListAddress({ filters: { entity: 'text', actor: 'text', from: 'text', to: 'text' } });
  const { page, search, filters } = list;
  const entries = usePagedList('GET /admin/audit', { page, search, ...filters });
  const { data: choices } = useQuery({
    queryKey: ['admin-audit-choices'],
    queryFn: ({ signal }) => call('GET /admin/audit/choices', {}, { signal }),
  });
  const filterBy = (name: keyof typeof filters) => (value: string) => list.show({ filters: { [name]: value } });

  return (
    <ListPage
      title="Audit log"
      intro="Every change made in the back office, and every admin login."
      search={{ label: 'Search the audit log', placeholder: 'Name, action or ID' }}
      filters={
        <>
          <FilterSelect
            label="Filter by kind"
            value={filters.entity}
            options={[['', 'Everything'], ...(choices?.entities ?? []).map((name) => [name, sentence(name)] as const)]}
            onChoose={filterBy('entity')}
          />
          <FilterSelect
            label="Filter by person"
            value={filters.actor}
            options={[['', 'Everybody'], ...(choices?.actors ?? []).map(({ id, name }) => [String(id), name] as const)]}
            onChoose={filterBy('actor')}
          />
          <DayField label="From" value={filters.from} onChoose={filterBy('from')} />
          <DayField label="To" value={filters.to} onChoose={filterBy('to')} />
        </>
      }
      query={entries}
      list={list}
      nouns={['change', 'changes']}
      failure="The audit log could not be loaded"
      empty={{
        title: list.isNarrowed ? 'No changes found matching your criteria' : 'No changes yet',
        hint: 'Changes appear here as soon as somebody makes one.',
      }}
      columns={COLUMNS}
      idOf={({ id }) => id}
    />
  );
}

interface DayFieldProps {
  label: string;
  value: string;
  onChoose: (day: string) => void;
}

/** A complete date; a year that is still being typed is ignored. */
function DayField({ label, value, onChoose }: DayFieldProps) {
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  return (
    <label className="flex items-center gap-2 max-sm:basis-full">
      <span className="text-muted text-small max-sm:w-10">{label}</span>
      <input
        type="date"
        {...DAY_LIMITS}
        className="input w-auto max-sm:flex-1"
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          if (target.validity.valid) onChoose(target.value);
        }}
      />
    </label>
  );
}
