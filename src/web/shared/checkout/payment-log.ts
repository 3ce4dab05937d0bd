import { onDevice } from '#web/api/browser-storage.ts';

const FLAG = 'debug_payments';

/**
 * Logs payment steps to the console if `debug_payments` in local storage is `true` (storefront §9); never card data or
 * secrets of the provider.
 */
export function logPayment(step: string, about: Readonly<Record<string, string | number | undefined>> = {}): void {
  if (onDevice.read(FLAG) === 'true') console.warn(`Payment: ${step}`, about);
}
