import { type FormEvent, useState } from 'react';
import { ORDER_STATUSES, type OrderStatus, orderStatusLabel } from '#domain/order-status.ts';
import { useUnsavedGuard } from '#web/shared/forms/unsaved-changes.tsx';
import { Button } from '#web/ui/button.tsx';
import { SelectField, TextArea, TextField } from '#web/ui/field.tsx';
import type { OrderDetail } from './orders-data.ts';
import type { useStatusChange } from './use-status-change.tsx';

interface StatusFormProps {
  order: OrderDetail;
  change: ReturnType<typeof useStatusChange>;
}

/** Status, tracking number and a note, saved together. */
export function StatusForm({ order, change }: StatusFormProps) {
  const [status, setStatus] = useState<OrderStatus>(order.status);
  const [trackingNumber, setTrackingNumber] = useState(order.trackingNumber ?? '');
  const [note, setNote] = useState('');

  const isTyped = trackingNumber.trim() !== (order.trackingNumber ?? '') || note.trim() !== '';
  const isSaving = change.savingId === order.id;
  const question = useUnsavedGuard((isTyped || status !== order.status) && !isSaving);

  const save = (event: FormEvent) => {
    event.preventDefault();
    change.request(order, { status, tracking_number: trackingNumber.trim() || null, note: note.trim() || null });
  };

  return (
    <form onSubmit={save} className="panel grid gap-4 p-4">
      <SelectField label="Status" value={status} onChange={({ target }) => setStatus(target.value as OrderStatus)}>
        {ORDER_STATUSES.map((choice) => (
          <option key={choice} value={choice}>
            {orderStatusLabel(choice)}
          </option>
        ))}
      </SelectField>
      <TextField
        label="Tracking number"
        autoComplete="off"
        maxLength={100}
        value={trackingNumber}
        onChange={({ target }) => setTrackingNumber(target.value)}
      />
      <TextArea
        label="Note (not shown to the customer)"
        rows={2}
        maxLength={1000}
        value={note}
        onChange={({ target }) => setNote(target.value)}
      />
      <Button type="submit" small busy={isSaving && 'Saving…'}>
        Save
      </Button>
      {question}
    </form>
  );
}
