import { paymentCurrency } from '#domain/money/currency.ts';
import type { DaySpan } from '#domain/shop/analytics-period.ts';
import type { ReportServices } from './report-services.ts';
import type { Period } from './reports.store.ts';

/** Days of the calendar of the shop, with its currency. */
export async function readPeriod({ settings }: ReportServices, { from, to }: DaySpan): Promise<Period> {
  const { timezone, currency } = await settings.get('site');
  return { from, to, timeZone: timezone, currency: paymentCurrency(currency) };
}
