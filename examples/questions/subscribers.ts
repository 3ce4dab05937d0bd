import { defineSubscriber } from '#plugin';
import { deleteQuestionsOf } from './questions.store.ts';
import type { Services } from './tables.ts';

export const forgetCustomers = defineSubscriber({
  name: 'forget-customers',
  on: ['customer.deleted'],
  async handle(event, services: Services) {
    const { customerId } = event.payload; // typed by `on`
    await deleteQuestionsOf(services.db, customerId);
    services.log.info({ eventId: event.id, customerId }, 'Questions deleted');
  },
});
