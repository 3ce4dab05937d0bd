import { type AdminWrites, createProduct, createShopper, type PluginShop } from '#plugin/testing';
import type { contract } from './contract.ts';

/** A new customer asks about a new product. @returns the id of the question */
async function askQuestion(shop: PluginShop<typeof contract>): Promise<number> {
  const { token } = await createShopper(shop);
  const { id } = await createProduct(shop.services.db);
  const reply = await shop.call('POST /questions', { body: { product_id: id, text: 'Is it heavy?' } }, { token });
  return reply.data.id;
}

export const adminWrites: AdminWrites<typeof contract> = {
  'PUT /admin/questions/{id}/answer': async (shop) => ({
    params: { id: await askQuestion(shop) },
    body: { answer: 'Yes.' },
  }),
};
