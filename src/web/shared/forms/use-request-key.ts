import { useRef } from 'react';
import { isUnavailable } from '#web/api/api-error.ts';
import { newKey } from '#web/api/new-key.ts';

/**
 * Sends with an idempotency key: the same content after a lost response is the same request. After a response,
 * including a refusal, a retry is a new request, because the reason may be gone.
 */
export function useRequestKey() {
  const sent = useRef({ content: '', key: '' });
  return async <T>(content: unknown, send: (key: string) => Promise<T>): Promise<T> => {
    const text = JSON.stringify(content);
    if (sent.current.content !== text) sent.current = { content: text, key: newKey() };
    const forget = () => {
      sent.current = { content: '', key: '' };
    };
    try {
      const answer = await send(sent.current.key);
      forget();
      return answer;
    } catch (error) {
      if (!isUnavailable(error)) forget();
      throw error;
    }
  };
}
