import { describe, expect, it } from 'vitest';
import type { AddressDraft } from '#web/shared/checkout/draft.ts';
import type { OpenPayment } from './card/card-form.ts';
import { hold } from './held-payment.ts';

const MINUTE = 60_000;
const NOW = Date.parse('2026-11-21T12:00:00Z');
const ADDRESS: AddressDraft = {
  name: 'Maya',
  line1: '1 Main Street',
  line2: '',
  city: 'Bangor',
  state: 'ME',
  postal_code: '04401',
  country: 'US',
};

const until = (expires_at: string) => hold({ expires_at } as OpenPayment, ADDRESS, NOW).heldUntil - NOW;

describe("the end of a hold on this device's clock", () => {
  it("is the server's", () => {
    expect(until('2026-11-21T12:07:00Z')).toBe(7 * MINUTE);
  });

  it('is a full hold from now when the clock is off by more', () => {
    expect(until('2026-11-21T09:15:00Z')).toBe(15 * MINUTE);
    expect(until('2026-11-22T12:15:00Z')).toBe(15 * MINUTE);
  });
});
