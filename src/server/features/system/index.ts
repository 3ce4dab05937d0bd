export { nodeRetention, startHeartbeat } from './node-heartbeat.ts';
export { SHOP_VERSION } from './shop-version.ts';
export { systemHandlers } from './system.routes.ts';
export { forgetSecret, isKnownByAnyNode, listConnectedProviders, optionsOf } from './system.store.ts';
export { systemGauges } from './system-gauges.ts';
