import { useState } from 'react';
import type { BulkReport } from '#contract/admin/products.ts';
import { PRICE_CHANGE_LIMITS } from '#domain/form-limits.ts';
import { ApiError, messageOf } from '#web/api/api-error.ts';
import { counted } from '#web/shared/counted.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { SelectField, TextField } from '#web/ui/field.tsx';
import { useCategoryChoices } from '../shared/use-category-choices.ts';
import type { BulkChange } from './products-data.ts';

const ACTIONS = [
  ['activate', 'Activate'],
  ['deactivate', 'Deactivate'],
  ['feature', 'Feature on the home page'],
  ['unfeature', 'No longer feature'],
  ['change_price_by_percent', 'Change prices by percent'],
  ['change_price_by_amount', 'Change prices by an amount'],
  ['set_sale_by_percent', 'Put on sale'],
  ['end_sale', 'End the sale'],
  ['set_category', 'Move to another category'],
  ['add_tags', 'Add tags'],
  ['remove_tags', 'Remove tags'],
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
    <Dialog isOpen onClose={onClose} mayClose={() => !isSaving} title={`Change ${products}`}>
      <form
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          void change();
        }}
      >
        {failure !== null && <Failure error={failure} />}
        <SelectField
          label="Action"
          value={action}
          hint="To change other fields, export the products, edit the file and import it."
          onChange={({ target }) => {
            setAction(target.value as Action);
            setValue('');
          }}
        >
          {ACTIONS.map(([name, label]) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </SelectField>
        <ActionValue action={action} value={value} onChange={setValue} />
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

interface ActionValueProps {
  action: Action;
  value: string;
  onChange: (value: string) => void;
}

/** The value that an action needs. */
function ActionValue({ action, value, onChange }: ActionValueProps) {
  const categories = useCategoryChoices().data ?? [];
  const bound = { required: true, value };
  const number = { ...bound, type: 'number', inputMode: 'decimal', step: 0.01 } as const;
  const set = ({ target }: { target: { value: string } }) => onChange(target.value);
  switch (action) {
    case 'change_price_by_percent':
    case 'change_price_by_amount':
      return (
        <TextField
          label={action === 'change_price_by_percent' ? 'Percent' : 'Amount'}
          {...number}
          {...(action === 'change_price_by_percent' && PRICE_CHANGE_LIMITS.percent)}
          hint="A negative value lowers the prices. Price and sale price change alike, each rounded to the nearest cent."
          onChange={set}
        />
      );
    case 'set_sale_by_percent':
      return (
        <TextField
          label="Percent off"
          {...number}
          {...PRICE_CHANGE_LIMITS.sale}
          hint="The sale price is this much below the regular price, rounded to the nearest cent. Any existing sale price is replaced."
          onChange={set}
        />
      );
    case 'set_category':
      return (
        <SelectField label="Category" {...bound} onChange={set}>
          <option value="">Choose…</option>
          {categories.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
      );
    case 'add_tags':
    case 'remove_tags':
      return <TextField label="Tags" {...bound} autoComplete="off" hint="Separated by commas." onChange={set} />;
    default:
      return null;
  }
}

function changeOf(action: Action, ids: number[], value: string): BulkChange {
  switch (action) {
    case 'change_price_by_percent':
    case 'set_sale_by_percent':
      return { action, ids, percent: Number(value) };
    case 'change_price_by_amount':
      return { action, ids, amount: value };
    case 'set_category':
      return { action, ids, category_id: Number(value) };
    case 'add_tags':
    case 'remove_tags':
      return { action, ids, tags: tagsOf(value) };
    default:
      return { action, ids };
  }
}

const tagsOf = (text: string): string[] =>
  text
    .split(',')
    .map((tag) => tag.trim())
    .filter(Boolean);

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
