import type { AnyRefusal, PluginRefusal } from '#contract/refusals.ts';
import { Refusal } from '#server/platform/refusal.ts';

type RefusalTable = Readonly<Record<string, Omit<PluginRefusal, 'code'>>>;

/**
 * The refusals of a plug-in. On the wire a code carries the plug-in's name: `defineRefusals('reviews', { not_bought: … })`
 * gives `reviews.not_bought`.
 * @param plugin the plug-in's name
 * @param table status (400 to 499) and the sentence that is shown, for each code; `isTransient` if the same request can succeed
 * later, so that the refusal is not repeated for its `Idempotency-Key`
 */
export function defineRefusals<const T extends RefusalTable>(
  plugin: string,
  table: T,
): { readonly [K in keyof T]: PluginRefusal } {
  const named = Object.entries(table).map(([code, refusal]) => [code, { ...refusal, code: `${plugin}.${code}` }]);
  return Object.fromEntries(named) as { readonly [K in keyof T]: PluginRefusal };
}

/** What goes with a refusal beyond its code. */
export interface RefusalDetails {
  /** A more specific sentence than the one of the table. */
  readonly message?: string;
  /** Messages by field, for a form. */
  readonly errors?: Record<string, string[]>;
  /** What the caller needs to continue. */
  readonly data?: unknown;
}

/**
 * An expected "no": `throw refuse(refusals.not_bought)`, or a code of the shop, such as `throw refuse('product.not_found')`.
 * Any other error becomes a response with status 500, and is logged.
 */
export function refuse(refusal: AnyRefusal, details: RefusalDetails = {}): Error {
  return new Refusal(refusal, details);
}
