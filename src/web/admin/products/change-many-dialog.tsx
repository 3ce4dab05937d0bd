import { useState } from 'react';
import type { BulkReport } from '#contract/admin/products.ts';
import { ApiError, messageOf } from '#web/api/api-error.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { SelectField, TextField } from '#web/ui/field.tsx';
import { counted } from '../shared/bulk-bar.tsx';
import type { BulkChange } from './products-data.ts';

const ACTIONS = [
  ['activate', 'Activate'],
  ['deactivate', 'Deactivate'],
  ['feature', 'Feature on the home page'],
  ['unfeature', 'No longer feature'],
  ['change_price_by_percent', 'Change prices by percent'],
  ['change_price_by_amount', 'Change prices by an amount'],
  ['delete', 'Delete'],
] as const;
type Action = (typeof ACTIONS)[number][0];

interface ChangeManyDialogProps {
  ids: readonly number[];
  onClose: () => void;
  /** @throws ApiError when refused */
  onChange: (change: BulkChange) => Promise<void>;
}

/** One change for all selected products: all or none, with the reasons. */
export function ChangeManyDialog({ ids, onClose, onChange }: ChangeManyDialogProps) {
  const [action, setAction] = useState<Action>('activate');
  const [value, setValue] = useState('');
  const [isSaving, setSaving] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const products = counted(ids.length, ['product', 'products']);
  const isPrice = action === 'change_price_by_percent' || action === 'change_price_by_amount';

  const change = async () => {
    setSaving(true);
    setFailure(null);
    try {
      await onChange(changeOf(action, [...ids], value));
    } catch (error) {
      setFailure(error);
      setSaving(false);
    }
  };

  return (
    <Dialog isOpen onClose={onClose} title={`Change ${products}`}>
      <form
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          void change();
        }}
      >
        {failure !== null && <Failure error={failure} />}
        <SelectField label="Action" value={action} onChange={({ target }) => setAction(target.value as Action)}>
          {ACTIONS.map(([name, label]) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </SelectField>
        {isPrice && (
          <TextField
            label={action === 'change_price_by_percent' ? 'Percent' : 'Amount'}
            required
            type="number"
            inputMode="decimal"
            step={0.01}
            value={value}
            hint="A negative value lowers the prices. Price and sale price change alike, each rounded to the nearest cent."
            onChange={({ target }) => setValue(target.value)}
          />
        )}
        {action === 'delete' && (
          <p className="text-muted">
            {products} and their variants are removed from the shop, all carts and all wishlists. Orders keep their
            copies. This cannot be undone.
          </p>
        )}
        <div className="flex flex-wrap justify-end gap-3">
          <Button look="secondary" disabled={isSaving} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" look={action === 'delete' ? 'danger' : 'primary'} busy={isSaving && 'Working…'}>
            {action === 'delete' ? `Delete ${products}` : `Change ${products}`}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function changeOf(action: Action, ids: number[], value: string): BulkChange {
  if (action === 'change_price_by_percent') return { action, ids, percent: Number(value) };
  if (action === 'change_price_by_amount') return { action, ids, amount: value };
  return { action, ids };
}

function Failure({ error }: { error: unknown }) {
  const report = error instanceof ApiError && error.code === 'product.bulk_refused' ? (error.data as BulkReport) : null;
  const more = error instanceof ApiError && error.status === 422 ? Object.values(error.errors).flat() : [];
  return (
    <Banner tone="danger">
      {more.length > 0 ? `Validation error: ${more.join(', ')}` : messageOf(error)}
      {report && (
        <ul className="mt-2 max-h-40 list-disc overflow-y-auto pl-5">
          {report.failed.map(({ id, name, reason }) => (
            <li key={id}>
              <bdi>{name}</bdi>: {reason}
            </li>
          ))}
        </ul>
      )}
    </Banner>
  );
}
