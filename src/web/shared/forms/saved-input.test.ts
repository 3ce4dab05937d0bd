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

test('what was typed comes back once, to the same form and the same person', () => {
  saveInput('category:7', 1, { name: 'Lamps' });
  expect(takeSavedInput('category:8', 1)).toBeNull();
  expect(takeSavedInput('category:7', 2)).toBeNull();
  expect(takeSavedInput('category:7', 1)).toEqual({ name: 'Lamps' });
  expect(takeSavedInput('category:7', 1)).toBeNull();
});

test('passwords and secrets are never kept', () => {
  saveInput('settings:email', 1, { smtpHost: 'mail.example.com', smtpPassword: 'a', stripeSecretKey: 'b', token: 'c' });
  expect(takeSavedInput('settings:email', 1)).toEqual({ smtpHost: 'mail.example.com' });
});

test('a dialog is open with what it was open with, for whoever it was', () => {
  setOpenDialog('coupon', { id: 3, code: 'SPRING' });
  saveInput('coupon:3', 1, { value: '10' });
  expect(savedDialog('coupon', 1)).toEqual({ id: 3, code: 'SPRING' });
  expect(savedDialog('coupon', 2)).toBeNull();
  expect(savedDialog('category', 1)).toBeNull();
});

test('after an hour the form begins with what the shop holds', () => {
  vi.useFakeTimers();
  saveInput('address:new', 1, { city: 'Salem' });
  vi.advanceTimersByTime(61 * 60 * 1000);
  expect(savedDialog('address', 1)).toBeNull();
  expect(takeSavedInput('address:new', 1)).toBeNull();
});
