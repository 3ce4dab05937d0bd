import { z } from 'zod';
import { MAX_SAVED_ADDRESSES } from '#domain/accounts/address-book.ts';
import { MAX_PICTURE_BYTES, MAX_PICTURE_SIZE } from '#domain/catalogue/picture-limits.ts';
import { defineEndpoints } from '../endpoint.ts';
import { noData } from '../envelope.ts';
import { amount, idParam, linkToken } from '../fields.ts';
import { ownUser } from './auth.ts';
import { order, orderParams } from './orders.ts';
import { notificationChoices, personalData, savedAddress, session, storedNotifications } from './personal-data.ts';
import { shippingAddress } from './shipping-address.ts';

/** Base64 encodes three bytes in four characters. */
const MAX_PICTURE_CHARACTERS = Math.ceil(MAX_PICTURE_BYTES / 3) * 4 + 100;

/** Back-office §9: customer overview recent orders. */
export const OVERVIEW_ORDERS = 3;

const overview = z.object({
  total_orders: z.int(),
  /** Payments minus refunds. */
  total_spent: amount,
  /** Orders with status shipped. */
  in_transit: z.int(),
  recent_orders: z.array(order).max(OVERVIEW_ORDERS),
});
export type AccountOverview = z.output<typeof overview>;

const addressBody = shippingAddress.extend({
  /** The first address is always the default. */
  is_default: z.boolean().optional(),
});
const addressParams = z.object({ id: idParam });

export const accountEndpoints = defineEndpoints({
  'GET /account/overview': {
    access: 'customer',
    summary: 'Totals over all orders of the customer, and the newest ones',
    data: overview,
  },
  'POST /account/orders/{id}/again': {
    access: 'customer',
    summary: 'Adds the products of one of the customer’s orders to the cart that are still sold, and lists the others',
    params: orderParams,
    data: z.object({
      added: z.array(z.object({ name: z.string(), quantity: z.int() })),
      refused: z.array(z.object({ name: z.string(), reason: z.string() })),
    }),
    refusals: ['order.not_found'],
  },
  'GET /account/addresses': {
    access: 'customer',
    summary: 'The saved addresses, default first',
    data: z.array(savedAddress).max(MAX_SAVED_ADDRESSES),
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
    summary: 'Deletes a saved address; if it was the default, the oldest remaining one becomes the default',
    params: addressParams,
    data: noData,
    refusals: ['address.not_found'],
  },
  'GET /account/notifications': {
    access: 'customer',
    summary: 'Email preferences',
    data: storedNotifications,
  },
  'PUT /account/notifications': {
    access: 'customer',
    summary: 'Changes the given email preferences',
    body: notificationChoices.partial(),
    data: storedNotifications,
  },
  'PUT /account/avatar': {
    access: 'customer',
    costly: true,
    summary: 'Uploads an avatar as data URL, cropped square and scaled down; its type is detected by content',
    body: z.object({
      image: z
        .string()
        .max(MAX_PICTURE_CHARACTERS, `A picture can have ${MAX_PICTURE_SIZE} at most.`)
        .regex(/^data:[\w./+-]*;base64,[A-Za-z0-9+/]+={0,2}$/, 'Please choose a picture.'),
    }),
    maxBodyBytes: MAX_PICTURE_CHARACTERS + 1000,
    data: ownUser,
    refusals: ['picture.unreadable', 'picture.too_many_pixels'],
  },
  'DELETE /account/avatar': { access: 'customer', summary: 'Removes the picture', data: ownUser },
  'GET /account/sessions': {
    access: 'customer',
    summary: 'The sessions of the account, the current one first',
    data: z.array(session),
  },
  'DELETE /account/sessions/{id}': {
    access: 'customer',
    summary: 'Signs out one device',
    params: z.object({ id: idParam }),
    data: noData,
    refusals: ['session.not_found'],
  },
  'DELETE /account/sessions': {
    access: 'customer',
    summary: 'Signs out all other devices',
    data: z.object({ ended: z.int() }),
  },
  'GET /account/data': {
    access: 'customer',
    costly: true,
    summary: 'All personal data that the shop stores',
    data: personalData,
  },
  'POST /account/deletion': {
    access: 'customer',
    costly: true,
    summary: 'Sends a link that deletes the account',
    data: noData,
  },
  'POST /account/deletion/confirm': {
    access: 'public',
    costly: true,
    summary: 'Deletes the account with a mailed link: personal data is deleted, orders stay without it',
    body: z.object({ token: linkToken }),
    data: noData,
    refusals: ['auth.token_invalid', 'user.last_admin', 'user.is_paying', 'user.has_open_orders'],
  },
});
