import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { call } from './call.ts';

const fetched = vi.fn<typeof fetch>();
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', fetched);
  vi.stubGlobal('localStorage', { getItem: (key: string) => (key === 'auth_token' ? 'a-token' : null) });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  fetched.mockReset();
});

const answer = (data: unknown) => Response.json({ success: true, message: '', data });

test('a read that does not reach the shop is tried three times, then fails', async () => {
  fetched.mockRejectedValue(new TypeError('Failed to fetch'));
  const failure = call('GET /categories').catch((error: unknown) => error);
  await vi.runAllTimersAsync();
  expect(await failure).toMatchObject({ status: 0, message: expect.stringContaining('cannot be reached') });
  expect(fetched).toHaveBeenCalledTimes(3);
});

test('a read that succeeds at the third try is no failure', async () => {
  fetched.mockRejectedValueOnce(new TypeError()).mockRejectedValueOnce(new TypeError()).mockResolvedValue(answer([]));
  const read = call('GET /categories');
  await vi.runAllTimersAsync();
  expect(await read).toEqual([]);
});

test('a response that breaks off, as when the visitor leaves the page, counts as one that did not arrive', async () => {
  const broken = new ReadableStream({ pull: (body) => body.error(new TypeError('network error')) });
  fetched.mockResolvedValueOnce(new Response(broken)).mockResolvedValue(answer([]));
  const read = call('GET /categories');
  await vi.runAllTimersAsync();
  expect(await read).toEqual([]);
  expect(fetched).toHaveBeenCalledTimes(2);
});

test('a write is sent once, because it might have arrived', async () => {
  fetched.mockRejectedValue(new TypeError('Failed to fetch'));
  const failure = call('POST /cart', { body: { product_id: 1 } }).catch((error: unknown) => error);
  await vi.runAllTimersAsync();
  expect(await failure).toMatchObject({ status: 0 });
  expect(fetched).toHaveBeenCalledTimes(1);
});

test('a response after more than ten seconds is not awaited', async () => {
  const clock = new AbortController();
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(clock.signal);
  fetched.mockImplementation(async (_, init) => {
    clock.abort();
    init?.signal?.throwIfAborted();
    return answer([]);
  });
  await expect(call('GET /categories')).rejects.toMatchObject({ message: expect.stringContaining('in time') });
  expect(timeout).toHaveBeenCalledWith(10_000);
  expect(fetched).toHaveBeenCalledTimes(1);
});

test('sends the saved token, and omits empty values', async () => {
  fetched.mockResolvedValue(answer({ data: [] }));
  await call('GET /products', { query: { search: '', category: 2, page: 1, per_page: 12 } });
  const [address, init] = fetched.mock.calls[0] ?? [];
  expect(address).toBe('/api/products?category=2&page=1&per_page=12');
  expect(new Headers(init?.headers).get('authorization')).toBe('Bearer a-token');
});
