import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { useForm } from 'react-hook-form';
import { ORDER_LIMITS } from '#domain/form-limits.ts';
import { ORDER_STATUSES, type OrderStatus, orderStatusLabel } from '#domain/orders/order-status.ts';
import { adoptSaved } from '#web/shared/forms/shop-form.ts';
import { useUnsavedGuard } from '#web/shared/forms/unsaved-changes.tsx';
import { useSavedInput } from '#web/shared/forms/use-saved-input.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { SelectField, TextArea, TextField } from '#web/ui/field.tsx';
import { EditConflict } from '../shared/edit-conflict.tsx';
import type { OrderDetail } from './orders-data.ts';
import type { useStatusChange } from './use-status-change.tsx';

interface StatusFormProps {
  order: OrderDetail;
  change: ReturnType<typeof useStatusChange>;
}

interface StatusValues {
  status: OrderStatus;
  trackingNumber: string;
  note: string;
}

const valuesOf = ({ status, trackingNumber }: OrderDetail): StatusValues => ({
  status,
  trackingNumber: trackingNumber ?? '',
  note: '',
});

/**
 * Status, tracking number and note, saved together. If the order changes meanwhile, untouched fields follow and typed
 * input stays.
 */
export function StatusForm({ order, change }: StatusFormProps) {
  const form = useForm<StatusValues>({ defaultValues: valuesOf(order) });
  const { register, reset, handleSubmit } = form;
  const { isDirty, dirtyFields } = form.formState;
  // The order's state when typing began.
  const [seen, setSeen] = useState(order);
  const isSaving = change.isSaving(order.id);
  const question = useUnsavedGuard(isDirty && !isSaving);
  useSavedInput(`order:${order.id}`, form, () => undefined);

  useEffect(() => reset(valuesOf(order), { keepDirtyValues: true, keepDirty: true }), [order, reset]);
  if (!isDirty && seen !== order) setSeen(order);
  const isOvertaken = !isSaving && (seen.status !== order.status || seen.trackingNumber !== order.trackingNumber);

  const begin = (now: OrderDetail) => {
    setSeen(now);
    reset(valuesOf(now));
  };
  const save = handleSubmit((sent) => {
    const { status, trackingNumber, note } = sent;
    change.request(
      // The page always shows the current address.
      { ...seen, shippingAddress: order.shippingAddress },
      {
        status,
        ...(dirtyFields.trackingNumber && {
          tracking_number: trackingNumber.trim() || null,
          tracking_number_seen: seen.trackingNumber,
        }),
        note: note.trim() || null,
      },
      (saved) => {
        setSeen(saved);
        adoptSaved(form, sent, valuesOf(saved));
      },
    );
  });

  return (
    <form onSubmit={(event) => void save(event)} className="panel grid gap-4 p-4">
      {isOvertaken && (
        <>
          <Banner tone="warning">
            {meanwhile(order)} <strong>What you entered is not saved yet.</strong>
          </Banner>
          <EditConflict
            newer={{ read: async () => order, show: begin }}
            onKeep={(now) => flushSync(() => setSeen(now))}
          />
        </>
      )}
      <SelectField label="Status" {...register('status')}>
        {ORDER_STATUSES.map((choice) => (
          <option key={choice} value={choice}>
            {orderStatusLabel(choice)}
          </option>
        ))}
      </SelectField>
      <TextField
        label="Tracking number"
        autoComplete="off"
        maxLength={ORDER_LIMITS.trackingNumber}
        {...register('trackingNumber')}
      />
      <TextArea
        label="Note (not shown to the customer)"
        rows={2}
        maxLength={ORDER_LIMITS.note}
        dir="auto"
        {...register('note')}
      />
      <Button type="submit" small busy={isSaving && 'Saving…'}>
        Save
      </Button>
      {question}
    </form>
  );
}

function meanwhile({ status, trackingNumber }: OrderDetail): string {
  const tracking = trackingNumber ? `the tracking number ${trackingNumber}` : 'no tracking number';
  return `This order has changed in the meantime: it is ${orderStatusLabel(status).toLowerCase()} and has ${tracking}.`;
}
