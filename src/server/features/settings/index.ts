export type { SettingsOf } from '#contract/admin/settings.ts';
export { ConnectionFailed, type ConnectionTester, type TestMail } from './connection-tester.ts';
export { readPayPalAccount } from './paypal-account.ts';
export { settingsHandlers } from './settings.routes.ts';
export { storedValueOf } from './settings.store.ts';
export { createSettings, readSection, type Settings, sectionOf } from './settings.ts';
export { createSettingsCache, type SettingsCache } from './settings-cache.ts';
export { readStripeKeys } from './stripe-keys.ts';
