/** A parcel's page on the website of its carrier. */
export interface CarrierLink {
  readonly carrier: string;
  readonly url: string;
}

interface Carrier {
  readonly name: string;
  /** The formats of its tracking numbers, without spaces and hyphens. */
  readonly numbers: RegExp;
  readonly url: (number: string) => string;
}

/** In this order: formats of one carrier that could be those of another one come later. */
const CARRIERS: readonly Carrier[] = [
  { name: 'UPS', numbers: /^1Z[0-9A-Z]{16}$/, url: (number) => `https://www.ups.com/track?tracknum=${number}` },
  // Starts with its service code; letters with the country of origin (Universal Postal Union, S10).
  {
    name: 'USPS',
    numbers: /^(9[1-5]\d{20}(\d{4})?|(70|82)\d{18}|[A-Z]{2}\d{9}US)$/,
    url: (number) => `https://tools.usps.com/go/TrackConfirmAction?tLabels=${number}`,
  },
  {
    name: 'Royal Mail',
    numbers: /^[A-Z]{2}\d{9}GB$/,
    url: (number) => `https://www.royalmail.com/track-your-item#/tracking-results/${number}`,
  },
  {
    name: 'Canada Post',
    numbers: /^(\d{16}|[A-Z]{2}\d{9}CA)$/,
    url: (number) => `https://www.canadapost-postescanada.ca/track-reperage/en#/search?searchFor=${number}`,
  },
  {
    name: 'FedEx',
    numbers: /^(\d{12}|\d{15}|96\d{20})$/,
    url: (number) => `https://www.fedex.com/fedextrack/?trknbr=${number}`,
  },
  {
    name: 'DHL',
    numbers: /^(\d{10}|JJD\d{16,18}|GM\d{16,20})$/,
    url: (number) => `https://www.dhl.com/global-en/home/tracking.html?tracking-id=${number}`,
  },
];

/** The carrier of a tracking number by its format; undefined if it is none of those known. */
export function carrierLink(trackingNumber: string): CarrierLink | undefined {
  const number = trackingNumber.replace(/[\s-]/g, '').toUpperCase();
  const carrier = CARRIERS.find(({ numbers }) => numbers.test(number));
  return carrier && { carrier: carrier.name, url: carrier.url(number) };
}
