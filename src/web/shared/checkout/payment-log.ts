import { onDevice } from '#web/api/browser-storage.ts';

const FLAG = 'debug_payments';

/**
 * Notes a step of a payment in the console of a browser whose local storage has `debug_payments` set to `true`
 * (storefront §9); never a card's data, nor what only the provider may know.
 */
export function notePayment(step: string, about: Readonly<Record<string, string | number | undefined>> = {}): void {
  if (onDevice.read(FLAG) === 'true') console.warn(`Payment: ${step}`, about);
}
