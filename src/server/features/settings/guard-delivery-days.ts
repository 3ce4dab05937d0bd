import { missing } from './guard-stored-secrets.ts';
import type { SectionGuard } from './save-section.ts';

const PAIRS = [
  ['deliveryDaysFrom', 'deliveryDaysTo'],
  ['expressDaysFrom', 'expressDaysTo'],
] as const;

/** Refuses a delivery that ends before it begins; either number can be saved on its own. */
export const guardDeliveryDays: SectionGuard<'shipping'> = async (_tx, { after }) => {
  for (const [from, to] of PAIRS) {
    if (after[to] < after[from]) throw missing(to, `Please enter at least ${after[from]}, the earlier day.`);
  }
};
