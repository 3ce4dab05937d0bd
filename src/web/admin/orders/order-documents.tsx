import { useMutation, useQuery } from '@tanstack/react-query';
import { messageOf } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { download } from '#web/api/download.ts';
import type { Notify } from '#web/shared/notice.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Link } from '#web/ui/link.tsx';
import { DownloadButton } from '../shared/download-button.tsx';
import type { OrderDetail } from './orders-data.ts';

interface OrderDocumentsProps {
  order: OrderDetail;
  notify: Notify;
}

const PDF = { small: true, busy: 'Writing…' } as const;

/** Documents of an order, and mails that can be resent. */
export function OrderDocuments({ order, notify }: OrderDocumentsProps) {
  const { id, status, refunds, user } = order;
  return (
    <div className="flex flex-wrap gap-2">
      <Link to={`/admin/orders/${id}/invoice`} target="_blank" className={buttonClass('secondary', 'button-small')}>
        Print Invoice
      </Link>
      <DownloadButton
        {...PDF}
        fetchFile={() => download('GET /admin/orders/{id}/invoice', { params: { id } })}
        notify={notify}
      >
        Invoice PDF
      </DownloadButton>
      <DownloadButton
        {...PDF}
        fetchFile={() => download('GET /admin/orders/{id}/packing-slip', { params: { id } })}
        notify={notify}
      >
        Packing slip PDF
      </DownloadButton>
      {refunds.length > 0 && <CreditNotes order={order} notify={notify} />}
      {status !== 'cancelled' && (
        <MailButton label="Resend confirmation" kind="order-placed" id={id} to={user.email} notify={notify} />
      )}
      {(status === 'shipped' || status === 'delivered') && (
        <MailButton label="Resend shipping notice" kind="order-shipped" id={id} to={user.email} notify={notify} />
      )}
    </div>
  );
}

/** One for each refund; a refund that was just made has its credit note at once. */
function CreditNotes({ order: { id, refunds }, notify }: OrderDocumentsProps) {
  const settled = refunds.map((refund) => `${refund.id} ${refund.status}`);
  const { data: notes = [] } = useQuery({
    queryKey: ['admin-credit-notes', id, settled],
    queryFn: ({ signal }) => call('GET /admin/orders/{id}/credit-notes', { params: { id } }, { signal }),
  });
  return notes.map(({ id: number, number: label, is_void: isVoid }) => (
    <DownloadButton
      key={number}
      {...PDF}
      fetchFile={() => download('GET /admin/orders/{id}/credit-notes/{number}', { params: { id, number } })}
      notify={notify}
    >
      Credit note {label}
      {isVoid && ' (void)'}
    </DownloadButton>
  ));
}

interface MailButtonProps extends Pick<OrderDocumentsProps, 'notify'> {
  label: string;
  kind: 'order-placed' | 'order-shipped';
  id: number;
  to: string;
}

function MailButton({ label, kind, id, to, notify }: MailButtonProps) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => call('POST /admin/orders/{id}/mails', { params: { id }, body: { kind } }),
    onSuccess: () => notify('success', `An email to ${to} is on its way`),
    onError: (error) => notify('danger', messageOf(error)),
  });
  return (
    <Button look="secondary" small busy={isPending && 'Sending…'} onClick={() => mutate()}>
      {label}
    </Button>
  );
}
