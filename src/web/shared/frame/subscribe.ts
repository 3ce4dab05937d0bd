import { ApiError, messageOf } from '#web/api/api-error.ts';
import { callForMessage } from '#web/api/call.ts';

export interface SubscriptionResult {
  readonly text: string;
  readonly isFailure: boolean;
}

/** Subscribes an address to the newsletter, and returns the server's message. */
export async function subscribeToNewsletter(email: string): Promise<SubscriptionResult> {
  try {
    return { text: await callForMessage('POST /newsletter', { body: { email } }), isFailure: false };
  } catch (error) {
    const [wrongAddress] = (error instanceof ApiError && error.errors.email) || [];
    return { text: wrongAddress ?? messageOf(error), isFailure: true };
  }
}
