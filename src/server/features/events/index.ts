export { adminEventHandlers } from './admin-events.routes.ts';
export { eventDeliveryGauge } from './event-delivery-gauge.ts';
export { recordEvents, shopEventWrites } from './record-events.ts';
export { bindSubscriber, type DeliveredShopEvent, type Subscriber } from './subscriber.ts';
