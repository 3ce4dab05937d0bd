import { fieldRefusal } from '#server/platform/refusal.ts';
import type { SectionGuard } from './save-section.ts';

const PAIRS = [
  ['deliveryDaysFrom', 'deliveryDaysTo'],
  ['expressDaysFrom', 'expressDaysTo'],
] as const;

/** Refuses a delivery that ends before it begins; either number can be saved on its own. */
export const guardDeliveryDays: SectionGuard<'shipping'> = async (_tx, { after }) => {
  for (const [from, to] of PAIRS) {
    if (after[to] < after[from])
      throw fieldRefusal('request.invalid', to, `Please enter at least ${after[from]}, the earlier day.`);
  }
};
