export class TimeLimitError extends Error {
  override readonly name = 'TimeLimitError';
}

/**
 * Waits for work that is not the shop's own, such as a plug-in's call to another company.
 * @param work gets a signal that aborts at the limit; work that ignores it goes on, but nobody waits for it.
 * @throws TimeLimitError after `limitMs`; whatever the work throws.
 */
export async function withTimeLimit<T>(limitMs: number, work: (signal: AbortSignal) => T | Promise<T>): Promise<T> {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      const error = new TimeLimitError(`No answer within ${limitMs} ms`);
      controller.abort(error);
      reject(error);
    }, limitMs);
  });
  try {
    return await Promise.race([work(controller.signal), late]);
  } finally {
    clearTimeout(timer);
  }
}
