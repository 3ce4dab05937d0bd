export { adminMessageHandlers } from './admin-messages.routes.ts';
export { contactHandlers } from './contact.routes.ts';
export { contactPersonalData } from './personal-data-owner.store.ts';
