import { COUPON_LIMITS } from '#domain/form-limits.ts';
import { COUPON_CODE_RULE, MAX_COUPON_CODE } from '#domain/money/coupon-code.ts';
import { FormDialog } from '#web/shared/forms/form-dialog.tsx';
import { notBlank } from '#web/shared/forms/shop-form.ts';
import { currencySymbol } from '#web/shared/money.ts';
import { Checkbox, MoneyField, NumberField, SelectField, TextField } from '#web/ui/field.tsx';
import { type RecordEditing, useRecordForm } from '../shared/use-record-form.tsx';
import { formOf, valuesOf } from './coupon-terms.ts';
import type { Coupon, CouponForm } from './coupons-data.ts';

interface CouponDialogProps extends RecordEditing<Coupon, CouponForm> {
  /** Null: a new coupon. */
  coupon: Coupon | null;
}

export function CouponDialog({ coupon, onClose, ...saving }: CouponDialogProps) {
  const { shopForm, conflict } = useRecordForm({
    record: coupon,
    kind: 'coupon',
    values: valuesOf(coupon),
    formOf: (typed) => formOf(typed, coupon),
    ...saving,
  });
  const { form, field } = shopForm;
  const isPercentage = form.watch('kind') === 'percentage';

  return (
    <FormDialog
      title={coupon ? `Edit ${coupon.code}` : 'Add Coupon'}
      saveLabel={coupon ? 'Save coupon' : 'Create coupon'}
      shopForm={shopForm}
      onClose={onClose}
    >
      {conflict}
      <TextField
        label="Code"
        required
        readOnly={coupon !== null}
        maxLength={MAX_COUPON_CODE}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        hint={coupon ? 'The code cannot be changed.' : COUPON_CODE_RULE}
        {...field('code', { validate: notBlank() })}
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
          {...field('value', { validate: notBlank() })}
        />
      </div>
      <MoneyField label="Minimum subtotal" sign={currencySymbol()} hint="Empty for none." {...field('minimum')} />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField label="First day" type="date" {...field('starts_at')} />
        <TextField label="Last day" type="date" {...field('ends_at')} />
        <NumberField
          label="Total uses"
          {...COUPON_LIMITS.uses}
          step={1}
          hint={coupon && coupon.times_used > 0 ? `Used ${coupon.times_used} times so far.` : 'Empty for no limit.'}
          {...field('usage_limit')}
        />
        <NumberField
          label="Uses per customer"
          {...COUPON_LIMITS.uses}
          step={1}
          hint="Empty for no limit."
          {...field('usage_limit_per_customer')}
        />
      </div>
      <Checkbox label="Active: shoppers can use it" {...field('is_active')} />
    </FormDialog>
  );
}
