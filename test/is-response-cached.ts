import type { ResponseCache } from '#server/platform/http/response-cache/response-cache.ts';

/** Whether the cache answers this URL without making the response again. */
export async function isResponseCached(cache: Pick<ResponseCache, 'serve'>, url: string): Promise<boolean> {
  const fresh = new Error('made again');
  return cache
    .serve(url, () => Promise.reject(fresh))
    .then(
      () => true,
      (error) => {
        if (error !== fresh) throw error;
        return false;
      },
    );
}
