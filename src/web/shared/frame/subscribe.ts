import { ApiError, messageOf } from '#web/api/api-error.ts';
import { callForMessage } from '#web/api/call.ts';

export interface SubscriptionAnswer {
  readonly text: string;
  readonly isFailure: boolean;
}

/** Asks for the shop's letters to be sent to an address, and says in the server's words what became of it. */
export async function subscribe(email: string): Promise<SubscriptionAnswer> {
  try {
    return { text: await callForMessage('POST /newsletter', { body: { email } }), isFailure: false };
  } catch (error) {
    const [wrongAddress] = (error instanceof ApiError && error.errors.email) || [];
    return { text: wrongAddress ?? messageOf(error), isFailure: true };
  }
}
