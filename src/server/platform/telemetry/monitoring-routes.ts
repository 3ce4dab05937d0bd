/**
 * What load balancers and monitoring request every few seconds. Neither traced nor counted: thousands of fast responses
 * would hide that those to shoppers are slow or fail.
 */
export const MONITORING_ROUTES: ReadonlySet<string> = new Set(['/healthz', '/startz', '/readyz', '/metrics']);
