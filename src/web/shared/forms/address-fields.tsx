import type { UseFormRegisterReturn } from 'react-hook-form';
import { COUNTRIES, COUNTRY_NAMES, type Country } from '#domain/checkout/shipping.ts';
import type { AddressDraft } from '#web/shared/checkout/draft.ts';
import { SelectField, TextField } from '#web/ui/field.tsx';

/** Labels of region and postal code by country. */
export const REGION_LABELS = {
  US: { state: 'State', postal_code: 'Postal code' },
  CA: { state: 'Province', postal_code: 'Postal code' },
  UK: { state: 'County', postal_code: 'Postcode' },
} as const satisfies Record<Country, { state: string; postal_code: string }>;

interface AddressFieldProps extends UseFormRegisterReturn {
  readonly error: string | undefined;
  readonly 'aria-required'?: true;
  /** Default: that of a shipping address. */
  readonly autoComplete?: string;
}

interface AddressFieldsProps {
  /** The chosen country, for the labels. */
  country: Country;
  /** Countries to choose from; all by default. */
  countries?: readonly string[] | undefined;
  /** Props of the control of one value, such as those of `useShopForm`. */
  bind: (name: keyof AddressDraft) => AddressFieldProps;
}

/** The fields of a shipping address. */
export function AddressFields({ country, countries, bind }: AddressFieldsProps) {
  const labels = REGION_LABELS[country];
  return (
    <>
      <TextField label="Full name" dir="auto" autoComplete="shipping name" {...bind('name')} />
      <TextField label="Address line 1" autoComplete="shipping address-line1" {...bind('line1')} />
      <TextField label="Address line 2 (optional)" autoComplete="shipping address-line2" {...bind('line2')} />
      <div className="grid grid-cols-2 gap-x-4 gap-y-5">
        <TextField
          label="City"
          className="max-sm:col-span-2"
          autoComplete="shipping address-level2"
          {...bind('city')}
        />
        <TextField label={labels.state} autoComplete="shipping address-level1" {...bind('state')} />
        <TextField
          label={labels.postal_code}
          autoComplete="shipping postal-code"
          autoCapitalize="characters"
          {...bind('postal_code')}
        />
        <SelectField label="Country" className="max-sm:col-span-2" autoComplete="shipping country" {...bind('country')}>
          <CountryOptions offered={countries} />
        </SelectField>
      </div>
    </>
  );
}

/** Options of a select. @param offered some of the countries; all by default */
export function CountryOptions({ offered = COUNTRIES }: { offered?: readonly string[] | undefined }) {
  return COUNTRIES.filter((code) => offered.includes(code)).map((code) => (
    <option key={code} value={code}>
      {COUNTRY_NAMES[code]}
    </option>
  ));
}
