import { useQuery } from '@tanstack/react-query';
import { call } from '#web/api/call.ts';
import { download } from '#web/api/download.ts';
import { OrderFile } from './order-file.tsx';

/** The credit notes of a refunded order. */
export function CreditNotes({ orderNumber: id }: { orderNumber: string }) {
  const { data: notes = [] } = useQuery({
    queryKey: ['credit-notes', id],
    queryFn: ({ signal }) => call('GET /orders/{id}/credit-notes', { params: { id } }, { signal }),
  });
  return notes.map(({ id: number, number: label }) => (
    <OrderFile
      key={number}
      label={`Credit note ${label}`}
      fetchFile={() => download('GET /orders/{id}/credit-notes/{number}', { params: { id, number } })}
    />
  ));
}
