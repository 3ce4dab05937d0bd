import { useRef } from 'react';
import { isUnavailable } from '#web/api/api-error.ts';
import { newKey } from '#web/api/new-key.ts';

/**
 * Sends under a key by which the shop does a write once: the same content again after no answer came is the same request.
 * After an answer, a refusal too, it is another one, since what was in the way may be gone.
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
