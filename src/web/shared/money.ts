const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** A price of the wire, such as `"149.00"`, as it is shown: `$149.00`. */
export const formatPrice = (amount: string): string => dollars.format(Number(amount));

/** Integer cents of a price of the wire. */
export const centsOf = (amount: string): number => Math.round(Number(amount) * 100);

/** The wire's form of integer cents. */
export const amountOf = (cents: number): string => (cents / 100).toFixed(2);
