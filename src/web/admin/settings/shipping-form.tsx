import { MAX_DELIVERY_DAYS } from '#domain/checkout/delivery-date.ts';
import { SETTING_LIMITS } from '#domain/form-limits.ts';
import { call } from '#web/api/call.ts';
import { currencySymbol } from '#web/shared/money.ts';
import { MoneyField, SelectField, Switch, TextField } from '#web/ui/field.tsx';
import { FieldGroup, SectionFrame } from './section-frame.tsx';
import type { Settings } from './settings-data.ts';
import { type SectionProps, useSection } from './use-section.ts';

const valuesOf = ({ revision: _revision, updatedAt: _at, updatedBy: _by, ...fields }: Settings['shipping']) => fields;

/** The shipping methods with their prices, and the threshold of back-office §3. */
const METHODS = [
  [
    'freeShippingThreshold',
    'Free shipping threshold',
    'Standard shipping is free above it. The shop’s pages advertise it.',
  ],
  ['standardShippingCost', 'Standard shipping cost', undefined],
  ['expressShippingCost', 'Express shipping cost', undefined],
  ['overnightShippingCost', 'Overnight shipping cost', undefined],
] as const;

/** The flat rate takes as long as standard delivery; overnight delivery arrives on the next working day. */
const DAYS = [
  ['deliveryDaysFrom', 'Standard delivery, days from'],
  ['deliveryDaysTo', 'Standard delivery, days to'],
  ['expressDaysFrom', 'Express delivery, days from'],
  ['expressDaysTo', 'Express delivery, days to'],
] as const;

/** Shipping cost, delivery days and tax. */
export function ShippingForm({ settings, notify }: SectionProps<'shipping'>) {
  const section = useSection({
    section: 'shipping',
    name: 'Shipping',
    settings,
    valuesOf,
    save: (values, revision) => call('PUT /admin/settings/shipping', { body: { ...values, revision } }),
    notify,
  });
  const { field } = section;
  const sign = currencySymbol();
  return (
    <SectionFrame of={section} name="Shipping" saved={settings}>
      <FieldGroup title="At the checkout">
        <div className="grid gap-5 sm:grid-cols-2">
          <SelectField className="sm:col-span-2" label="Shipping cost" {...field('checkoutShipping')}>
            <option value="flat">The same for every order</option>
            <option value="methods">Chosen by the shopper</option>
          </SelectField>
          <MoneyField label="Flat shipping cost" sign={sign} {...field('flatShippingCost', { valueAsNumber: true })} />
          <TextField
            label="Tax (%)"
            type="number"
            inputMode="decimal"
            {...SETTING_LIMITS.taxPercent}
            step="any"
            {...field('taxPercent', { valueAsNumber: true })}
          />
        </div>
      </FieldGroup>
      <FieldGroup
        title="Delivery days"
        hint="Working days from the order to its delivery. Pages, checkout and orders show the dates."
      >
        <div className="grid gap-5 sm:grid-cols-2">
          {DAYS.map(([name, label]) => (
            <TextField
              key={name}
              label={label}
              type="number"
              inputMode="numeric"
              min={0}
              max={MAX_DELIVERY_DAYS}
              {...field(name, { valueAsNumber: true })}
            />
          ))}
        </div>
      </FieldGroup>
      <FieldGroup title="Shipping methods" hint="Used when the shopper chooses.">
        <div className="grid gap-5 sm:grid-cols-2">
          {METHODS.map(([name, label, hint]) => (
            <MoneyField key={name} label={label} hint={hint} sign={sign} {...field(name, { valueAsNumber: true })} />
          ))}
        </div>
        <Switch
          label="International shipping"
          hint="When off, only addresses in the United States are accepted."
          {...field('internationalShipping')}
        />
      </FieldGroup>
    </SectionFrame>
  );
}
