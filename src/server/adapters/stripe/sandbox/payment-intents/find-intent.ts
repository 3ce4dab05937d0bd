import type { Connection } from '../database.ts';
import { isSameSecret } from '../requests/api-keys.ts';
import type { Call } from '../requests/call.ts';
import { invalidRequest, noSuch, type StripeFailure } from '../requests/stripe-failure.ts';
import { viewIntent } from './intent.view.ts';
import { findIntent, type IntentRow } from './intents.store.ts';

/**
 * The intent in the path, accessed with a secret key or the intent's own client secret.
 * @throws StripeFailure 404 `resource_missing`; 400 for a missing or wrong client secret.
 */
export async function findIntentOf(tx: Connection, call: Call): Promise<IntentRow> {
  const intent = await findIntent(tx, call.id);
  if (intent === undefined) throw noSuch('payment_intent', call.id, 'intent');
  const given = call.params.client_secret;
  if (given === undefined && call.audience === 'secret') return intent;
  if (typeof given !== 'string') {
    throw invalidRequest('Missing required param: client_secret.', {
      code: 'parameter_missing',
      param: 'client_secret',
    });
  }
  if (!isSameSecret(given, intent.client_secret)) {
    throw invalidRequest(
      'The client_secret provided does not match the client_secret associated with the PaymentIntent.',
      {
        code: 'payment_intent_invalid_parameter',
        param: 'client_secret',
      },
    );
  }
  return intent;
}

/** The error for an operation that the intent's state does not allow. It includes the intent, as Stripe's does. */
export function unexpectedState(message: string, intent: IntentRow, call: Call): StripeFailure {
  return invalidRequest(message, {
    code: 'payment_intent_unexpected_state',
    payment_intent: viewIntent(intent, call.context.baseUrl, call.audience),
  });
}
