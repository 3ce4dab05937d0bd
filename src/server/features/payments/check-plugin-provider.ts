import type { OnlineProvider, PaymentProvider } from './payment-provider.ts';

/** A source of the content security policy; no keyword, and nothing that ends the directive or the header. */
const SOURCE = /^(?:https?|wss?):\/\/[^\s;,'"]+$/;
const ORIGIN = /^https?:\/\/[^\s;,'"\\/]+$/;
const FEATURE = /^[a-z]+(?:-[a-z]+)*$/;

/**
 * The policy is part of every page, so one that is wrong may not get there.
 * @throws Error
 */
function checkPagePolicy({ name, pagePolicy }: OnlineProvider): void {
  const { connect, scripts, frames, permissions = {} } = pagePolicy;
  const wrong =
    [...connect, ...scripts, ...frames].find((source) => !SOURCE.test(source)) ??
    Object.keys(permissions).find((feature) => !FEATURE.test(feature)) ??
    Object.values(permissions)
      .flat()
      .find((origin) => !ORIGIN.test(origin));
  if (wrong !== undefined) throw new Error(`The pagePolicy of the payment provider ${name} cannot have '${wrong}'`);
}

const METHODS = [
  ...(['createIntent', 'updateIntent', 'retrieveIntent', 'cancelIntent'] as const),
  ...(['createRefund', 'retrieveRefund', 'findRefund', 'readEvent'] as const),
];

/** @throws Error */
function checkOnline(provider: OnlineProvider): void {
  const { name, limits } = provider;
  const missing = METHODS.find((method) => typeof provider[method] !== 'function');
  if (missing) throw new Error(`The payment provider ${name} has no ${missing}()`);
  if (!(Number.isSafeInteger(limits.min) && Number.isSafeInteger(limits.max))) {
    throw new Error(`The limits of the payment provider ${name} have to be cents`);
  }
  checkPagePolicy(provider);
}

/**
 * Checks what a plug-in connects.
 * @param name of the registration
 * @throws Error
 */
export function checkPluginProvider(name: string, provider: PaymentProvider): void {
  // Payments are stored under the provider's name and looked up by the registration's, so both must be equal.
  if (provider.name !== name) {
    throw new Error(`The payment provider registered as ${name} is named ${provider.name}`);
  }
  const methods = provider.kind === 'online' ? [name, 'card'] : [name];
  if (!methods.includes(provider.method)) {
    throw new Error(`The method of the payment provider ${name} has to be ${methods.join(' or ')}`);
  }
  if (typeof provider.label !== 'string') throw new Error(`The payment provider ${name} has no label`);
  if (provider.kind === 'online') checkOnline(provider);
  else if (provider.kind !== 'offline') throw new Error(`The payment provider ${name} has to be online or offline`);
}
