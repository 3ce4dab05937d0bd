import { z } from 'zod';
import { defineEndpoints } from '../endpoint.ts';
import { nothing } from '../envelope.ts';
import { amount, idParam, moment } from '../fields.ts';
import { user } from './auth.ts';
import { order, orderParams } from './orders.ts';
import { keptAddress, shippingAddress } from './shipping-address.ts';

/** Saved addresses of one account. */
export const MAX_ADDRESSES = 20;
/** DESIGN §7: an upload has 10 MB at most. */
const MAX_PICTURE_BYTES = 10 * 1024 * 1024;
/** Four characters of a data URL carry three bytes. */
const MAX_PICTURE_CHARACTERS = Math.ceil(MAX_PICTURE_BYTES / 3) * 4 + 100;

/** Back-office §9: customer overview recent orders. */
export const OVERVIEW_ORDERS = 3;

export const savedAddress = keptAddress.extend({
  id: z.int(),
  /** The one that the profile shows and the checkout begins with. */
  is_default: z.boolean(),
});
export type SavedAddress = z.output<typeof savedAddress>;

const addressBody = shippingAddress.extend({
  /** The first address is the default in any case. */
  is_default: z.boolean().optional(),
});
const addressParams = z.object({ id: idParam });

const session = z.object({
  id: z.int(),
  /** Such as `Firefox on Windows`. */
  device: z.string(),
  /** The network address it was seen at last. */
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

export const accountEndpoints = defineEndpoints({
  'GET /account/overview': {
    access: 'customer',
    summary: 'Figures over all own orders, and the newest of them',
    data: z.object({
      total_orders: z.int(),
      /** What was paid, less what went back. */
      total_spent: amount,
      /** Orders with status shipped. */
      in_transit: z.int(),
      recent_orders: z.array(order).max(OVERVIEW_ORDERS),
    }),
  },
  'POST /account/orders/{id}/again': {
    access: 'customer',
    summary: 'Puts what is still sold of an own order into the cart, and tells what is not',
    params: orderParams,
    data: z.object({
      added: z.array(z.object({ name: z.string(), quantity: z.int() })),
      refused: z.array(z.object({ name: z.string(), reason: z.string() })),
    }),
    refusals: ['order.not_found'],
  },
  'GET /account/addresses': {
    access: 'customer',
    summary: 'The saved addresses, the default first',
    data: z.array(savedAddress).max(MAX_ADDRESSES),
  },
  'POST /account/addresses': {
    access: 'customer',
    summary: 'Saves an address',
    body: addressBody,
    data: savedAddress,
    status: 201,
    refusals: ['address.too_many'],
  },
  'PUT /account/addresses/{id}': {
    access: 'customer',
    summary: 'Changes a saved address, or makes it the default',
    params: addressParams,
    body: addressBody,
    data: savedAddress,
    refusals: ['address.not_found'],
  },
  'DELETE /account/addresses/{id}': {
    access: 'customer',
    summary: 'Deletes a saved address; the oldest one left becomes the default, if it was that',
    params: addressParams,
    data: nothing,
    refusals: ['address.not_found'],
  },
  'GET /account/notifications': {
    access: 'customer',
    summary: 'What the person wants mails about',
    data: notificationChoices,
  },
  'PUT /account/notifications': {
    access: 'customer',
    summary: 'Changes what is sent of these choices',
    body: notificationChoices.partial(),
    data: notificationChoices,
  },
  'PUT /account/avatar': {
    access: 'customer',
    costly: true,
    summary: 'Takes a picture as data URL, cropped square and made small; what it is, is told by its content',
    body: z.object({
      image: z
        .string()
        .max(MAX_PICTURE_CHARACTERS, 'A picture can have 10 MB at most.')
        .regex(/^data:[\w./+-]*;base64,[A-Za-z0-9+/]+={0,2}$/, 'Please choose a picture.'),
    }),
    maxBodyBytes: MAX_PICTURE_CHARACTERS + 1000,
    data: user,
    refusals: ['picture.unreadable'],
  },
  'DELETE /account/avatar': { access: 'customer', summary: 'Takes the picture away', data: user },
  'GET /account/sessions': {
    access: 'customer',
    summary: 'Where the account is signed in, the one that asks first',
    data: z.array(session),
  },
  'DELETE /account/sessions/{id}': {
    access: 'customer',
    summary: 'Signs out one device',
    params: z.object({ id: idParam }),
    data: nothing,
    refusals: ['session.not_found'],
  },
  'DELETE /account/sessions': {
    access: 'customer',
    summary: 'Signs out all devices but the one that asks',
    data: z.object({ ended: z.int() }),
  },
});
