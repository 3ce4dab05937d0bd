import type { Observed } from './observation.ts';

/** What a drill allows. Everything else that fails makes the drills fail. */
export interface Target {
  /** Longest time from the first 503 to the last one, in milliseconds; 0: no 503 at all. */
  readonly unavailableMs: number;
}

/** Restarts and upgrades of nodes, and the crash of one: the balancer has others. */
export const NO_OUTAGE: Target = { unavailableMs: 0 };
/** The primary is replaced or restarted. */
export const SHORT_OUTAGE: Target = { unavailableMs: 5_000 };

/**
 * What a shopper may be told: a product has sold out, the first attempt of a retried request is still in progress, or a payment
 * whose sandbox died with its node is open, or has just become an order.
 */
const CONFLICTS = [
  'request.conflict',
  'stock.insufficient',
  'payment.in_progress',
  'payment.not_completed',
  'payment.already_completed',
  'cart.changed',
  'cart.empty',
].map((code) => `409 ${code}`);

const isExpected = (kind: string) => /^[23]\d\d$/.test(kind) || kind === '503' || CONFLICTS.includes(kind);

/** In which ways a drill has missed its target. */
export function missedTargets(
  {
    responses,
    failingFor,
    missingScripts,
    orders,
    pages,
  }: Pick<Observed, 'responses' | 'failingFor' | 'missingScripts' | 'orders' | 'pages'>,
  { unavailableMs }: Target,
): string[] {
  const missed = [...responses].filter(([kind]) => !isExpected(kind)).map(([kind, count]) => `${count} × ${kind}`);
  const refused = responses.get('503') ?? 0;
  if (refused > 0 && unavailableMs === 0) missed.push(`${refused} × 503`);
  else if (refused > 0 && failingFor > unavailableMs) missed.push(`503 for ${(failingFor / 1000).toFixed(1)} s`);
  if (missingScripts > 0) missed.push(`${missingScripts} scripts of pages were not found`);
  if (orders === 0) missed.push('no order was placed');
  if (pages === 0) missed.push('no page was shown');
  return missed;
}
