import { type findRecordsEndpoints, MAX_FOUND } from '#contract/admin/find-records.ts';
import { recentOrderView } from '#server/features/dashboard/index.ts';
import type { Database } from '#server/platform/database/database.ts';
import { type Handlers, respond } from '#server/platform/http/handler.ts';
import { findOrderRows, findProductRows, findUserRows, searchTermOf } from './admin-search.store.ts';

export function adminSearchHandlers({ db }: { readonly db: Database }): Handlers<typeof findRecordsEndpoints> {
  return {
    'GET /admin/search': async ({ query }) => {
      const wanted = searchTermOf(query.q);
      const [orders, products, users] = await Promise.all([
        findOrderRows(db, wanted, MAX_FOUND),
        findProductRows(db, wanted, MAX_FOUND),
        findUserRows(db, wanted, MAX_FOUND),
      ]);
      return respond({ orders: orders.map(recentOrderView), products, users });
    },
  };
}
