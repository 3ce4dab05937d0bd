import { z } from 'zod';
import { defineEndpoints } from '../endpoint.ts';
import { noData } from '../envelope.ts';
import { singleLine } from '../fields.ts';

const settingField = z.object({
  name: z.string(),
  kind: z.enum(['boolean', 'integer', 'money', 'text', 'choice', 'secret']),
  label: z.string(),
  hint: z.string().nullable(),
  /** Of an integer. */
  min: z.int().nullable(),
  max: z.int().nullable(),
  /** Of a text. */
  max_length: z.int().nullable(),
  is_long: z.boolean(),
  /** Of a choice. */
  options: z.array(z.object({ value: z.string(), label: z.string() })),
});

const pluginSettings = z.object({
  title: z.string(),
  fields: z.array(settingField),
  /** By field: a boolean, a whole number, an amount such as `"4.50"`, or text; of a secret, whether one is stored. */
  values: z.record(z.string(), z.union([z.boolean(), z.int(), z.string()])),
  /** Counts the changes; 0 as long as the settings were never saved. */
  revision: z.int(),
  updated_at: z.iso.datetime().nullable(),
  updated_by: z.string().nullable(),
});
export type PluginSettingsView = z.output<typeof pluginSettings>;

const plugin = z.object({
  name: z.string(),
  /** Null: the plug-in has none. */
  settings: pluginSettings.nullable(),
  mails: z.array(z.object({ name: z.string(), title: z.string() })),
  /** Whether the connection of its payment providers can be tested, with the stored settings. */
  has_connection_test: z.boolean(),
});
export type PluginView = z.output<typeof plugin>;

export const adminPluginEndpoints = defineEndpoints({
  'GET /admin/plugins': {
    access: 'admin',
    summary: 'The plug-ins of the shop with their settings and emails',
    data: z.array(plugin),
  },
  'PUT /admin/plugins/{plugin}/settings': {
    access: 'admin',
    summary: 'The settings of one plug-in; secrets are kept encrypted',
    params: z.object({ plugin: singleLine(1, 60) }),
    body: z.object({
      /** The one that was read: a change based on an older one is refused. */
      revision: z.int().min(0).max(2_147_483_647),
      /** Fields that are left out stay as they are; a secret is forgotten by null and replaced by text. */
      values: z.record(z.string(), z.union([z.boolean(), z.number(), z.string(), z.null()])),
      /** Sent after the admin has confirmed the payments that are open with the current account. */
      confirm_open_payments: z.boolean().optional(),
    }),
    data: plugin,
    refusals: ['plugin.not_found', 'settings.changed', 'settings.open_payments'],
  },
  'POST /admin/plugins/{plugin}/test': {
    access: 'admin',
    costly: true,
    summary: 'Tests the connection of a plug-in’s payment providers with the stored settings',
    params: z.object({ plugin: singleLine(1, 60) }),
    data: noData,
    refusals: ['plugin.not_found', 'settings.test_failed'],
  },
  'GET /admin/plugins/{plugin}/mails/{mail}': {
    access: 'admin',
    summary: 'An email of a plug-in as it looks, with sample data',
    params: z.object({ plugin: singleLine(1, 60), mail: singleLine(1, 60) }),
    data: z.object({ subject: z.string(), text: z.string(), html: z.string() }),
    refusals: ['plugin.not_found', 'mail.not_found'],
  },
});
