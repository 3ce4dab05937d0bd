import { countryName } from '#domain/checkout/shipping.ts';

export interface AddressParts {
  name: string;
  line1: string;
  line2?: string | null | undefined;
  city: string;
  state: string;
  postal_code: string;
  country: string;
}

/** A formatted postal address. */
export function AddressLines({ className = '', ...address }: AddressParts & { className?: string }) {
  const { name, line1, line2, city, state, postal_code, country } = address;
  return (
    <address className={`not-italic wrap-anywhere ${className}`}>
      <span className="block font-semibold">{name}</span>
      <span className="block">{line1}</span>
      {line2 && <span className="block">{line2}</span>}
      <span className="block">
        {city}, {state} {postal_code}
      </span>
      <span className="block">{countryName(country)}</span>
    </address>
  );
}
