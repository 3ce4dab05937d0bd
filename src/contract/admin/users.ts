import { z } from 'zod';
import { USER_LIMITS } from '#domain/form-limits.ts';
import { defineEndpoints, sentFile } from '../endpoint.ts';
import { noData, paged } from '../envelope.ts';
import { amount, blankAsMissing, email, idParam, multiLine, page, perPage, singleLine, timestamp } from '../fields.ts';
import { user } from '../storefront/auth.ts';
import { orderStatus, paymentStatus } from '../storefront/orders.ts';

const role = z.enum(['admin', 'customer']);
export type UserRole = z.output<typeof role>;

const storedStatus = z.enum(['active', 'inactive']);
export type UserStatus = z.output<typeof storedStatus>;

/** 'banned' is accepted and stored as inactive (back-office §4). */
const status = z
  .enum(['active', 'inactive', 'banned'])
  .transform((word): UserStatus => (word === 'active' ? word : 'inactive'));

/** An account in the back office's list: the flags of back-office §3 and the values of its selects. */
export const adminUser = user
  .extend({
    role,
    status: storedStatus,
    /** No password yet: the invitation is pending or has expired. */
    is_invited: z.boolean(),
    orders_count: z.int(),
    /** Payments for their orders, minus refunds. */
    total_spent: amount,
  })
  .meta({ id: 'AdminUser' });
export type AdminUser = z.output<typeof adminUser>;

export const adminUserDetail = adminUser
  .extend({
    /** The ten newest. */
    orders: z.array(
      z.object({
        id: z.int(),
        order_number: z.string(),
        status: orderStatus,
        paymentStatus,
        currency: z.string(),
        total: amount,
        items_count: z.int(),
        created_at: timestamp,
      }),
    ),
    figures: z.object({
      orders: z.int(),
      cancelled: z.int(),
      /** Orders still to be shipped; until then the account cannot be deleted. */
      open: z.int(),
      spent: amount,
      refunded: amount,
      last_order_at: timestamp.nullable(),
      /** Active sessions. */
      sessions: z.int(),
      addresses: z.int(),
      wishlist: z.int(),
      cart_items: z.int(),
    }),
  })
  .meta({ id: 'AdminUserDetail' });
export type AdminUserDetail = z.output<typeof adminUserDetail>;

const everybody = <T extends z.ZodType>(schema: T) =>
  z.preprocess((word) => (word === 'all' || word === '' ? undefined : word), schema.optional());

const filter = {
  role: everybody(role),
  status: everybody(status),
  search: blankAsMissing(singleLine(0, 200)),
};

const params = z.object({ id: idParam });

export const adminUserEndpoints = defineEndpoints({
  'GET /admin/users': {
    access: 'admin',
    summary: 'All accounts, newest first; `search` matches name, email address, or an id',
    query: z.object({
      page,
      limit: perPage,
      ...filter,
      sortBy: z.enum(['created_at', 'name', 'last_login_at']).default('created_at'),
      sortOrder: z.enum(['asc', 'desc']).default('desc'),
    }),
    data: paged(adminUser),
  },
  'GET /admin/users/stats': {
    access: 'admin',
    summary: 'Number of accounts; months follow the shop’s time zone',
    data: z.object({
      total: z.int(),
      active: z.int(),
      inactive: z.int(),
      admins: z.int(),
      customers: z.int(),
      newThisMonth: z.int(),
    }),
  },
  'GET /admin/users/export': {
    access: 'admin',
    sends: 'text/csv; charset=utf-8',
    summary: 'The matching accounts as CSV, oldest first',
    query: z.object(filter),
    data: sentFile,
  },
  'POST /admin/users': {
    access: 'admin',
    costly: true,
    status: 201,
    summary: 'Creates an account; an active one gets an email with a link to set its password',
    body: z.object({
      name: singleLine(1, USER_LIMITS.name),
      email,
      role: role.default('customer'),
      status: status.default('active'),
    }),
    data: adminUser,
    refusals: ['auth.email_taken'],
  },
  'GET /admin/users/{id}': {
    access: 'admin',
    summary: 'One account with its newest orders and its figures',
    params,
    data: adminUserDetail,
    refusals: ['user.not_found'],
  },
  'PUT /admin/users/{id}/status': {
    access: 'admin',
    summary: 'Activates or deactivates an account; deactivating ends its sessions',
    params,
    body: z.object({ status }),
    data: adminUser,
    refusals: ['user.not_found', 'user.last_admin'],
  },
  'PUT /admin/users/{id}/role': {
    access: 'admin',
    summary: 'Makes an account admin or customer; ends its sessions',
    params,
    body: z.object({ role }),
    data: adminUser,
    refusals: ['user.not_found', 'user.last_admin'],
  },
  'POST /admin/users/{id}/invitation': {
    access: 'admin',
    costly: true,
    summary: 'Sends the invitation again',
    params,
    data: noData,
    refusals: ['user.not_found', 'user.not_invited'],
  },
  'POST /admin/users/{id}/mail': {
    access: 'admin',
    costly: true,
    status: 202,
    summary: 'Queues an email to this account from the shop’s address',
    params,
    body: z.object({ subject: singleLine(1, USER_LIMITS.mailSubject), message: multiLine(1, USER_LIMITS.mailMessage) }),
    data: noData,
    refusals: ['user.not_found'],
  },
  'DELETE /admin/users/{id}': {
    access: 'admin',
    summary: 'Removes the person from all records of the shop; orders and figures are kept without them',
    params,
    data: noData,
    refusals: ['user.not_found', 'user.last_admin', 'user.own_account', 'user.is_paying', 'user.has_open_orders'],
  },
});
