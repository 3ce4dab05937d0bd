import { beforeEach, expect, test, vi } from 'vitest';
import { keepTyped, noteOpened, openedBefore, takeTyped } from './typed-before.ts';

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
  keepTyped('category:7', 1, { name: 'Lamps' });
  expect(takeTyped('category:8', 1)).toBeNull();
  expect(takeTyped('category:7', 2)).toBeNull();
  expect(takeTyped('category:7', 1)).toEqual({ name: 'Lamps' });
  expect(takeTyped('category:7', 1)).toBeNull();
});

test('passwords and secrets are never kept', () => {
  keepTyped('settings:email', 1, { smtpHost: 'mail.example.com', smtpPassword: 'a', stripeSecretKey: 'b', token: 'c' });
  expect(takeTyped('settings:email', 1)).toEqual({ smtpHost: 'mail.example.com' });
});

test('a dialog is open with what it was open with, for whoever it was', () => {
  noteOpened('coupon', { id: 3, code: 'SPRING' });
  keepTyped('coupon:3', 1, { value: '10' });
  expect(openedBefore('coupon', 1)).toEqual({ id: 3, code: 'SPRING' });
  expect(openedBefore('coupon', 2)).toBeNull();
  expect(openedBefore('category', 1)).toBeNull();
});

test('after an hour the form begins with what the shop holds', () => {
  vi.useFakeTimers();
  keepTyped('address:new', 1, { city: 'Salem' });
  vi.advanceTimersByTime(61 * 60 * 1000);
  expect(openedBefore('address', 1)).toBeNull();
  expect(takeTyped('address:new', 1)).toBeNull();
});
