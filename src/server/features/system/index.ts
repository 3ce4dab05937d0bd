export { nodeRetention, startHeartbeat } from './node-heartbeat.ts';
export { systemHandlers } from './system.routes.ts';
export { systemGauges } from './system-gauges.ts';
