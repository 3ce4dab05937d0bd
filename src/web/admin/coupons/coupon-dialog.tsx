import { FormDialog } from '#web/shared/forms/form-dialog.tsx';
import { useShopForm } from '#web/shared/forms/shop-form.ts';
import { useRequestKey } from '#web/shared/forms/use-request-key.ts';
import { currencySymbol } from '#web/shared/money.ts';
import { Checkbox, MoneyField, NumberField, SelectField, TextField } from '#web/ui/field.tsx';
import { EditConflict } from '../shared/edit-conflict.tsx';
import { useConcurrentEdit } from '../shared/use-concurrent-edit.ts';
import { formOf, valuesOf } from './coupon-terms.ts';
import type { Coupon, CouponForm } from './coupons-data.ts';

interface CouponDialogProps {
  /** Null: a new coupon. */
  coupon: Coupon | null;
  onClose: () => void;
  /** @throws ApiError when refused */
  onSave: (coupon: Coupon | null, form: CouponForm, key: string) => Promise<void>;
  /** Starts over with what another admin has saved. */
  onNewer: (coupon: Coupon) => void;
}

const REQUIRED = 'This field is required.';

export function CouponDialog({ coupon, onClose, onSave, onNewer }: CouponDialogProps) {
  const once = useRequestKey();
  const { theirs, keepMine, save } = useConcurrentEdit(coupon, 'coupon');
  const shopForm = useShopForm(
    valuesOf(coupon),
    async (values) => {
      const form = formOf(values);
      await save((on) => once(form, (key) => onSave(on, form, key)));
    },
    { name: `coupon:${coupon?.id ?? 'new'}` },
  );
  const { form, field } = shopForm;
  const isPercentage = form.watch('kind') === 'percentage';

  return (
    <FormDialog
      title={coupon ? `Edit ${coupon.code}` : 'Add Coupon'}
      saveLabel={coupon ? 'Save coupon' : 'Create coupon'}
      shopForm={shopForm}
      onClose={onClose}
    >
      {theirs && <EditConflict newer={{ read: async () => theirs, show: onNewer }} onKeep={keepMine} />}
      <TextField
        label="Code"
        required
        readOnly={coupon !== null}
        maxLength={40}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        hint={coupon ? 'The code cannot be changed.' : '3 to 40 letters, digits or hyphens.'}
        {...field('code', { validate: (code) => code.trim() !== '' || REQUIRED })}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField label="Takes off" {...field('kind')}>
          <option value="percentage">A percentage</option>
          <option value="fixed">A fixed amount</option>
        </SelectField>
        <MoneyField
          label={isPercentage ? 'Percent' : 'Amount'}
          required
          sign={isPercentage ? '%' : currencySymbol()}
          {...field('value', { validate: (value) => value.trim() !== '' || REQUIRED })}
        />
      </div>
      <MoneyField label="Minimum subtotal" sign={currencySymbol()} hint="Empty for none." {...field('minimum')} />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField label="First day" type="date" {...field('starts_at')} />
        <TextField label="Last day" type="date" {...field('ends_at')} />
        <NumberField
          label="Total uses"
          min={1}
          step={1}
          hint={coupon && coupon.times_used > 0 ? `Used ${coupon.times_used} times so far.` : 'Empty for no limit.'}
          {...field('usage_limit')}
        />
        <NumberField
          label="Uses per customer"
          min={1}
          step={1}
          hint="Empty for no limit."
          {...field('usage_limit_per_customer')}
        />
      </div>
      <Checkbox label="Active: shoppers can use it" {...field('is_active')} />
    </FormDialog>
  );
}
