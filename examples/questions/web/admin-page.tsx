import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { adminMeta, FilterSelect, ListPage, useListAddress } from '#plugin/admin';
import { Button, createApi, DateTime } from '#plugin/web';
import type { contract } from '../contract.ts';
import { AnswerDialog } from './answer-dialog.tsx';

const { call } = createApi<typeof contract>();

export const meta = () => adminMeta('Questions');

export default function QuestionsPage() {
  const list = useListAddress({ filters: { status: ['all', 'open'] } });
  const { page, search, filters } = list;
  const [answering, setAnswering] = useState<number | null>(null);
  const queries = useQueryClient();
  const questions = useQuery({
    queryKey: ['questions', page, search, filters.status],
    queryFn: ({ signal }) =>
      call('GET /admin/questions', { query: { page, search, status: filters.status } }, { signal }),
    placeholderData: keepPreviousData,
  });
  return (
    <ListPage
      title="Questions"
      search={{ label: 'Search questions', placeholder: 'Text of the question' }}
      filters={
        <FilterSelect
          label="Filter by status"
          value={filters.status}
          options={[
            ['all', 'All'],
            ['open', 'Open'],
          ]}
          onChoose={(status) => list.show({ filters: { status } })}
        />
      }
      query={questions}
      list={list}
      nouns={['question', 'questions']}
      empty={{ title: 'No questions yet', hint: 'Questions from customers appear here.' }}
      idOf={({ id }) => id}
      columns={[
        { name: 'Product', cell: ({ product }) => product },
        { name: 'Question', cell: ({ text }) => text },
        { name: 'Asked', cell: ({ created_at }) => <DateTime at={created_at} withTime /> },
        {
          name: 'Answer',
          cell: ({ id, answer }) => answer ?? <Button onClick={() => setAnswering(id)}>Answer</Button>,
        },
      ]}
    >
      {answering !== null && (
        <AnswerDialog
          id={answering}
          onClose={() => setAnswering(null)}
          onAnswered={() => queries.invalidateQueries({ queryKey: ['questions'] })}
        />
      )}
    </ListPage>
  );
}
