import { defineSubscriber } from '#plugin';
import { deleteQuestionsOf } from './questions.store.ts';
import type { Services } from './tables.ts';

export const forgetCustomers = defineSubscriber({
  name: 'forget-customers',
  on: ['customer.deleted'],
  async handle(event, services: Services) {
    const { customerId } = event.payload; // typed by `on`
    await services.transaction(async (tx) => {
      const productIds = await deleteQuestionsOf(tx, customerId);
      await services.products.announceChange(tx, productIds); // what is cached with the questions
      await services.announceChange(tx);
    });
    services.log.info({ eventId: event.id, customerId }, 'Questions deleted');
  },
});
