import { beforeEach, expect, test, vi } from 'vitest';
import { savedDialog, saveInput, setOpenDialog, takeSavedInput } from './saved-input.ts';

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
  return () => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  };
});

test('saved input is restored once, in the same form for the same user', () => {
  saveInput('category:7', 1, { name: 'Lamps' });
  expect(takeSavedInput('category:8', 1)).toBeNull();
  expect(takeSavedInput('category:7', 2)).toBeNull();
  expect(takeSavedInput('category:7', 1)).toEqual({ name: 'Lamps' });
  expect(takeSavedInput('category:7', 1)).toBeNull();
});

test('passwords and secrets are never saved', () => {
  saveInput('settings:email', 1, { smtpHost: 'mail.example.com', smtpPassword: 'a', stripeSecretKey: 'b', token: 'c' });
  expect(takeSavedInput('settings:email', 1)).toEqual({ smtpHost: 'mail.example.com' });
});

test('a dialog reopens with what it was editing', () => {
  setOpenDialog('coupon', { id: 3, code: 'SPRING' });
  saveInput('coupon:3', 1, { value: '10' });
  expect(savedDialog('coupon', 1)).toEqual({ id: 3, code: 'SPRING' });
  expect(savedDialog('coupon', 2)).toBeNull();
  expect(savedDialog('category', 1)).toBeNull();
});

test("after an hour the form starts with the server's values", () => {
  vi.useFakeTimers();
  saveInput('address:new', 1, { city: 'Salem' });
  vi.advanceTimersByTime(61 * 60 * 1000);
  expect(savedDialog('address', 1)).toBeNull();
  expect(takeSavedInput('address:new', 1)).toBeNull();
});
