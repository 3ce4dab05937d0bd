import { viewPaymentMethod } from '../cards/payment-method.view.ts';
import { findPaymentMethod } from '../cards/payment-methods.store.ts';
import { viewCharge } from '../charges/charge.view.ts';
import { type ChargeRow, findCharge } from '../charges/charges.store.ts';
import type { Connection } from '../database.ts';
import type { OperationContext } from '../operation-context.ts';
import { viewIntent } from '../payment-intents/intent.view.ts';
import { findIntent } from '../payment-intents/intents.store.ts';
import type { Fields } from './fields.ts';
import { invalidRequest } from './stripe-failure.ts';

type View = Readonly<Record<string, unknown>>;
type Load = (tx: Connection, context: OperationContext, id: string) => Promise<View | undefined>;

/** A charge includes its card, so its view needs both rows. */
export async function viewStoredCharge(tx: Connection, charge: ChargeRow) {
  const method = await findPaymentMethod(tx, charge.payment_method);
  if (method === undefined) throw new Error(`The payment method of ${charge.id} is gone.`);
  return viewCharge(charge, method);
}

const loadCharge: Load = async (tx, _occasion, id) => {
  const charge = await findCharge(tx, id);
  return charge && viewStoredCharge(tx, charge);
};
const loadIntent: Load = async (tx, { baseUrl }, id) => {
  const intent = await findIntent(tx, id);
  return intent && viewIntent(intent, baseUrl, 'secret');
};
const loadPaymentMethod: Load = async (tx, _occasion, id) => {
  const method = await findPaymentMethod(tx, id);
  return method && viewPaymentMethod(method);
};

/** Fields that contain an id or, expanded, the object. */
const EXPANDABLE: Readonly<Record<string, Readonly<Record<string, Load>>>> = {
  payment_intent: { latest_charge: loadCharge, payment_method: loadPaymentMethod },
  charge: { payment_intent: loadIntent },
  refund: { charge: loadCharge, payment_intent: loadIntent },
};

const MAX_DEPTH = 4;

/** The parameter `expand`. */
export function readExpansions(params: Fields): readonly string[] {
  return params.list('expand') ?? [];
}

async function expandPath(
  tx: Connection,
  context: OperationContext,
  view: View,
  path: readonly string[],
): Promise<View> {
  const [field = '', ...rest] = path;
  const load = EXPANDABLE[String(view.object)]?.[field];
  if (load === undefined || !(field in view) || path.length > MAX_DEPTH) {
    throw invalidRequest(`This property cannot be expanded (${field}).`, { param: 'expand' });
  }
  const value = view[field];
  const loaded = typeof value === 'string' ? await load(tx, context, value) : (value as View | null);
  if (!loaded) return view;
  return { ...view, [field]: rest.length > 0 ? await expandPath(tx, context, loaded, rest) : loaded };
}

/**
 * Replaces ids with their objects.
 * @param paths such as `latest_charge` or `charge.payment_intent`.
 * @throws StripeFailure 400 for a field that is not an id.
 */
export async function expand(
  tx: Connection,
  context: OperationContext,
  view: View,
  paths: readonly string[],
): Promise<View> {
  let expanded = view;
  for (const path of paths) expanded = await expandPath(tx, context, expanded, path.split('.'));
  return expanded;
}
