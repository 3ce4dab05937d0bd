import { refuse } from '#plugin';
import { refusals } from './contract.ts';
import { insertQuestion } from './questions.store.ts';
import type { Services } from './tables.ts';

/** Stores a customer's question. @returns its id. */
export async function askQuestion(
  services: Services,
  { product_id, text }: { readonly product_id: number; readonly text: string },
  user_id: number,
): Promise<{ readonly id: number }> {
  const { isOn } = await services.settings();
  if (!isOn) throw refuse(refusals.closed);
  const [product] = await services.products.byIds([product_id]);
  if (!product?.isActive) throw refuse('product.not_found');
  const inserted = await insertQuestion(services.db, { product_id, user_id, text, created_at: services.now() });
  if (!inserted) throw refuse(refusals.waiting);
  return inserted;
}
