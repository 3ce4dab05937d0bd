import { expect, it } from 'vitest';
import { carrierLink } from './carrier.ts';

it.each([
  ['1Z999AA10123456784', 'UPS', 'https://www.ups.com/track?tracknum=1Z999AA10123456784'],
  ['1z 999 aa1 0123 4567 84', 'UPS', 'https://www.ups.com/track?tracknum=1Z999AA10123456784'],
  [
    '9400 1000 0000 0000 0000 00',
    'USPS',
    'https://tools.usps.com/go/TrackConfirmAction?tLabels=9400100000000000000000',
  ],
  ['EC123456789US', 'USPS', 'https://tools.usps.com/go/TrackConfirmAction?tLabels=EC123456789US'],
  ['AB123456789GB', 'Royal Mail', 'https://www.royalmail.com/track-your-item#/tracking-results/AB123456789GB'],
  [
    '1234567890123456',
    'Canada Post',
    'https://www.canadapost-postescanada.ca/track-reperage/en#/search?searchFor=1234567890123456',
  ],
  ['7946 0834 5678', 'FedEx', 'https://www.fedex.com/fedextrack/?trknbr=794608345678'],
  ['1234567890', 'DHL', 'https://www.dhl.com/global-en/home/tracking.html?tracking-id=1234567890'],
])('%s is a parcel of %s', (number, carrier, url) => {
  expect(carrierLink(number)).toEqual({ carrier, url });
});

it.each(['STX0123456789', '', '1Z', 'my neighbour has it', '12345', 'javascript:alert(1)', '1Z999AA1012345678"'])(
  '%j is of no known carrier',
  (number) => {
    expect(carrierLink(number)).toBeUndefined();
  },
);
