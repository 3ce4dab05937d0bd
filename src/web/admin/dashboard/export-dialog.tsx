import { useEffect, useRef, useState } from 'react';
import { dayOf } from '#domain/shop/shop-day.ts';
import { messageOf } from '#web/api/api-error.ts';
import { FormDialog } from '#web/shared/forms/form-dialog.tsx';
import { fieldProblem, useShopForm } from '#web/shared/forms/shop-form.ts';
import { shop } from '#web/shared/shop/shop.ts';
import { SelectField, TextField } from '#web/ui/field.tsx';
import { toast } from '#web/ui/toast.ts';
import { type ReportKind, saveFile, writeReport } from './write-report.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Days in the shop's time zone, wherever the merchant is. */
const daysAgo = (days: number): string => dayOf(new Date(Date.now() - days * DAY_MS), shop().timezone);

/** Exports orders or sales of a chosen period as CSV. */
export function ExportDialog({ onClose }: { onClose: () => void }) {
  const [share, setShare] = useState(0);
  const ending = useRef(new AbortController());
  useEffect(() => {
    const controller = new AbortController();
    ending.current = controller;
    return () => controller.abort();
  }, []);

  const shopForm = useShopForm<{ kind: ReportKind; from: string; to: string }>(
    { kind: 'orders', from: daysAgo(30), to: daysAgo(0) },
    async (order) => {
      if (order.from > order.to) throw fieldProblem('to', 'The period must not end before it begins.');
      setShare(0);
      const csv = await writeReport(order, setShare, ending.current.signal).catch((error) => {
        throw fieldProblem('form', messageOf(error, 'The report could not be created.'));
      });
      saveFile(`${order.kind}-${order.from}-${order.to}.csv`, csv);
      toast('The report has been saved as a CSV file.');
      onClose();
    },
  );
  const { field } = shopForm;

  return (
    <FormDialog
      title="Export Reports"
      onClose={onClose}
      shopForm={shopForm}
      saveLabel="Download CSV"
      savingLabel={share > 0 ? `Writing… ${Math.round(share * 100)}%` : 'Writing…'}
    >
      <SelectField label="Report" {...field('kind')}>
        <option value="orders">Orders, one line each</option>
        <option value="sales">Sales by day</option>
      </SelectField>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="From" type="date" {...field('from', { required: 'Please choose a day.' })} />
        <TextField label="To" type="date" {...field('to', { required: 'Please choose a day.' })} />
      </div>
    </FormDialog>
  );
}
