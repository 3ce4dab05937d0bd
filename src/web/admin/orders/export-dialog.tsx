import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { type PaymentStatus, paymentStatusLabel } from '#domain/checkout/payment-status.ts';
import { type OrderStatus, orderStatusLabel } from '#domain/orders/order-status.ts';
import { messageOf } from '#web/api/api-error.ts';
import { download } from '#web/api/download.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextField } from '#web/ui/field.tsx';

interface Filter {
  readonly status: OrderStatus | 'all';
  readonly payment: PaymentStatus | 'all';
  readonly search: string;
}

interface ExportDialogProps {
  /** The page's filters also apply to the file. */
  filter: Filter;
  onClose: () => void;
}

/** Exports the listed orders as CSV, for all time or a period. */
export function ExportDialog({ filter, onClose }: ExportDialogProps) {
  const [days, setDays] = useState({ from: '', to: '' });
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => download('GET /admin/orders/export', { query: { ...filter, ...days } }),
    onSuccess: onClose,
  });
  const save = (event: FormEvent) => {
    event.preventDefault();
    mutate();
  };
  return (
    <Dialog isOpen onClose={onClose} mayClose={() => !isPending} title="Export orders">
      <form onSubmit={save} className="grid gap-4">
        <p className="text-muted">
          A CSV file of {describe(filter)}, newest first, with customers and all amounts. Leave the days empty for all
          of them.
        </p>
        {error && <Banner tone="danger">{messageOf(error)}</Banner>}
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label="From"
            type="date"
            max={days.to || undefined}
            value={days.from}
            onChange={({ target }) => setDays({ ...days, from: target.value })}
          />
          <TextField
            label="To"
            type="date"
            min={days.from || undefined}
            value={days.to}
            onChange={({ target }) => setDays({ ...days, to: target.value })}
          />
        </div>
        <div className="flex flex-wrap justify-end gap-3">
          <Button look="secondary" disabled={isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" busy={isPending && 'Exporting…'}>
            Export CSV
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function describe({ status, payment, search }: Filter): string {
  const which = status !== 'all' ? `the ${orderStatusLabel(status).toLowerCase()} orders` : 'all orders';
  const paid = payment !== 'all' ? ` whose payment is ${paymentStatusLabel(payment).toLowerCase()}` : '';
  return which + paid + (search ? `${paid && ' and'} that match “${search}”` : '');
}
