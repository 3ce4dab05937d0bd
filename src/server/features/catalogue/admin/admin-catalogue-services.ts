import type { Clock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { CustomFields } from '../custom-fields/custom-fields.ts';
import type { ShopCategories } from '../shop-categories.ts';

/** Services for catalogue changes. */
export interface AdminCatalogueServices {
  readonly db: Database;
  readonly now: Clock;
  readonly customFields: CustomFields;
  readonly categories: ShopCategories;
}
