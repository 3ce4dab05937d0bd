import { z } from 'zod';
import { amount, moment } from '../fields.ts';
import { ownUser } from './auth.ts';
import { order } from './orders.ts';
import { keptAddress } from './shipping-address.ts';

export const savedAddress = keptAddress.extend({
  id: z.int(),
  /** The one that the profile shows and the checkout begins with. */
  is_default: z.boolean(),
});
export type SavedAddress = z.output<typeof savedAddress>;

export const session = z.object({
  id: z.int(),
  /** Such as `Firefox on Windows`. */
  device: z.string(),
  /** The network address it was opened from. */
  place: z.string().nullable(),
  signed_in_at: moment,
  last_seen_at: moment,
  /** Whether it is the one that asks. */
  is_this_one: z.boolean(),
});

/** What a person wants to be written to about; the admin's three concern the back office. */
export const notificationChoices = z.object({
  /** Any of the mails below; off, none of them is sent. */
  emailNotifications: z.boolean(),
  /** A customer's own orders on their way; for an admin, new orders of the shop too. */
  orderNotifications: z.boolean(),
  userNotifications: z.boolean(),
  systemNotifications: z.boolean(),
  /** The shop's letters. */
  marketingEmails: z.boolean(),
});
export type NotificationChoices = z.output<typeof notificationChoices>;

/** The choices as they are stored. */
export const storedNotifications = notificationChoices.extend({
  /** The newsletter was requested, but the confirmation link has not been opened yet. */
  marketingPending: z.boolean(),
});
export type StoredNotifications = z.output<typeof storedNotifications>;

/** Everything the shop holds about a person, as they can take it with them. */
export const personalData = z.object({
  made_at: moment,
  account: ownUser,
  notifications: storedNotifications,
  addresses: z.array(savedAddress),
  orders: z.array(order),
  cart: z.array(
    z.object({
      product: z.string(),
      variant: z.string().nullable(),
      quantity: z.int(),
      /** As they were chosen or typed. */
      options: z.array(z.object({ label: z.string(), value: z.string() })),
      added_at: moment,
    }),
  ),
  wishlist: z.array(z.object({ product: z.string(), added_at: moment })),
  /** Checkouts that were begun, with the address as it was typed. */
  checkouts: z.array(
    z.object({ begun_at: moment, status: z.string(), total: amount, shipping_address: keptAddress.nullable() }),
  ),
  sessions: z.array(session),
  /** Network addresses of earlier logins, by which the shop tells their owner from somebody who guesses the password. */
  login_addresses: z.array(z.object({ address: z.string(), last_used_at: moment })),
  mails: z.array(z.object({ subject: z.string(), to: z.string(), written_at: moment, sent_at: moment.nullable() })),
  /** What they did in the back office. */
  records: z.array(z.object({ action: z.string(), entity: z.string(), entity_id: z.string(), at: moment })),
  /** What plug-ins hold about them, by plug-in. */
  plugins: z.record(z.string(), z.unknown()).optional(),
});
export type PersonalData = z.output<typeof personalData>;
