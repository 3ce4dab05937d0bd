/** Labels of the shop's own payment methods. Providers of plug-ins bring theirs. */
export const METHOD_LABELS = { card: 'Card', paypal: 'PayPal', offline: 'Pay later' } as const;

export const isShopMethod = (method: string): method is keyof typeof METHOD_LABELS =>
  Object.hasOwn(METHOD_LABELS, method);
