import { z } from 'zod';
import { amount, timestamp } from '../fields.ts';
import { ownUser } from './auth.ts';
import { order } from './orders.ts';
import { keptAddress } from './shipping-address.ts';

export const savedAddress = keptAddress.extend({
  id: z.int(),
  /** The default address of profile and checkout. */
  is_default: z.boolean(),
});
export type SavedAddress = z.output<typeof savedAddress>;

export const session = z.object({
  id: z.int(),
  /** Such as `Firefox on Windows`. */
  device: z.string(),
  /** The IP address of its login. */
  place: z.string().nullable(),
  signed_in_at: timestamp,
  last_seen_at: timestamp,
  /** Whether it is the current session. */
  is_this_one: z.boolean(),
});

/** Which mails a person wants; three of them are for admins. */
export const notificationChoices = z.object({
  /** Master switch: when off, none of the mails below is sent. */
  emailNotifications: z.boolean(),
  /** Progress of a customer's own orders; for admins, also new orders. */
  orderNotifications: z.boolean(),
  userNotifications: z.boolean(),
  systemNotifications: z.boolean(),
  /** The newsletter. */
  marketingEmails: z.boolean(),
});
export type NotificationChoices = z.output<typeof notificationChoices>;

/** The choices as stored. */
export const storedNotifications = notificationChoices.extend({
  /** The newsletter was requested, but the confirmation link has not been opened yet. */
  marketingPending: z.boolean(),
});
export type StoredNotifications = z.output<typeof storedNotifications>;

const enteredOptions = z.array(z.object({ label: z.string(), value: z.string() }));

/** All personal data stored by the shop, as the person can download it. */
export const personalData = z.object({
  made_at: timestamp,
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
      options: enteredOptions,
      added_at: timestamp,
    }),
  ),
  wishlist: z.array(z.object({ product: z.string(), added_at: timestamp })),
  /** Started checkouts, with address and options as entered. */
  checkouts: z.array(
    z.object({
      begun_at: timestamp,
      status: z.string(),
      total: amount,
      shipping_address: keptAddress.nullable(),
      options: enteredOptions,
    }),
  ),
  /** Their customer ids at payment providers, which keep the saved cards. */
  payment_customers: z.array(z.object({ provider: z.string(), customer_id: z.string(), created_at: timestamp })),
  sessions: z.array(session),
  /** IP addresses of earlier logins, which are exempt from the account's login limit. */
  login_addresses: z.array(z.object({ address: z.string(), last_used_at: timestamp })),
  mails: z.array(
    z.object({ subject: z.string(), to: z.string(), written_at: timestamp, sent_at: timestamp.nullable() }),
  ),
  /** Their actions in the back office. */
  records: z.array(z.object({ action: z.string(), entity: z.string(), entity_id: z.string(), at: timestamp })),
  /** What plug-ins hold about them, by plug-in. */
  plugins: z.record(z.string(), z.unknown()).optional(),
});
export type PersonalData = z.output<typeof personalData>;
