import type { SavedAddress } from '#contract/storefront/personal-data.ts';
import type { KeptAddress } from '#contract/storefront/shipping-address.ts';
import { deviceName } from '#domain/accounts/device-name.ts';
import type { OpenSession } from '#server/platform/sessions/sessions.store.ts';
import type { AddressRow } from './addresses.store.ts';

export function addressView(address: AddressRow['address']): KeptAddress {
  return {
    name: address.name,
    line1: address.line1,
    line2: address.line2 ?? null,
    city: address.city,
    state: address.state,
    postal_code: address.postal_code,
    country: address.country,
  };
}

export function savedAddressView({ id, is_default, address }: AddressRow): SavedAddress {
  return { ...addressView(address), id, is_default };
}

export function sessionView(row: OpenSession, asking: number) {
  return {
    id: row.id,
    device: deviceName(row.user_agent),
    place: row.address,
    signed_in_at: row.created_at.toISOString(),
    last_seen_at: row.last_seen_at.toISOString(),
    is_this_one: row.id === asking,
  };
}
