import { useQuery } from '@tanstack/react-query';
import { call } from '#web/api/call.ts';
import { download } from '#web/api/download.ts';
import { OrderFile } from './order-file.tsx';

/** The credit notes of an order, one for each refund; also of a refund that failed later, without which the order is not refunded. */
export function CreditNotes({ orderNumber: id }: { orderNumber: string }) {
  const { data: notes = [], error } = useQuery({
    queryKey: ['credit-notes', id],
    queryFn: ({ signal }) => call('GET /orders/{id}/credit-notes', { params: { id } }, { signal }),
  });
  if (error) return <p className="text-muted text-small">The credit notes could not be loaded.</p>;
  return notes.map(({ id: number, number: label, is_void: isVoid }) => (
    <OrderFile
      key={number}
      label={
        <span>
          Credit note <span className="whitespace-nowrap">{label}</span>
          {isVoid && ' (void)'}
        </span>
      }
      fetchFile={() => download('GET /orders/{id}/credit-notes/{number}', { params: { id, number } })}
    />
  ));
}
