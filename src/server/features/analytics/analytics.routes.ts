import type { analyticsEndpoints, Goals } from '#contract/admin/analytics.ts';
import { paymentCurrency } from '#domain/money/currency.ts';
import { daysOfMonth, monthOf } from '#domain/shop/analytics-period.ts';
import { dayOf } from '#domain/shop/shop-day.ts';
import type { Settings } from '#server/features/settings/index.ts';
import { recordExport } from '#server/platform/audit/audit.store.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database/database.ts';
import { type Handlers, respond } from '#server/platform/http/handler.ts';
import { refuseWithCurrent } from '#server/platform/refusal.ts';
import { goalsView } from './analytics.view.ts';
import { exportDays } from './export-days.ts';
import { findGoals } from './goals.store.ts';
import { readAnalytics } from './read-analytics.ts';
import { readDays, type ShopContext } from './read-days.ts';
import { setGoals } from './set-goals.ts';

export interface AnalyticsServices {
  readonly db: Database;
  readonly now: Clock;
  readonly settings: Settings;
}

export function analyticsHandlers({ db, now, settings }: AnalyticsServices): Handlers<typeof analyticsEndpoints> {
  async function readPlace(): Promise<ShopContext> {
    const { timezone: timeZone, currency } = await settings.get('site');
    return { timeZone, currency: paymentCurrency(currency) };
  }

  async function readGoals(month: string, place: ShopContext): Promise<Goals> {
    const [row, days] = await Promise.all([findGoals(db, month), readDays(db, daysOfMonth(month), place)]);
    return goalsView(month, row, days);
  }

  return {
    'GET /admin/analytics': async ({ query: { period } }) =>
      respond(await readAnalytics(db, { period, place: await readPlace(), now: now() })),
    'GET /admin/analytics/export': async ({ caller, request, query: { period } }) => {
      const at = now();
      await recordExport(db, 'analytics', { actor: caller, request, at }, { period });
      return respond(await exportDays(db, { period, place: await readPlace(), now: at }));
    },
    'GET /admin/analytics/goals': async ({ query }) => {
      const place = await readPlace();
      return respond(await readGoals(query.month ?? monthOf(dayOf(now(), place.timeZone)), place));
    },
    'PUT /admin/analytics/goals': async ({ caller, request, body }) => {
      const { month, revision, revenue, orders, customers } = body;
      const goals = { revenue_cents: revenue, orders, customers };
      const place = await readPlace();
      const read = () => readGoals(month, place);
      const change = setGoals(db, { month, revision, goals, actor: caller, request, at: now() });
      await refuseWithCurrent('goals.changed', change, read);
      return respond(await read(), 'Goals saved successfully!');
    },
  };
}
