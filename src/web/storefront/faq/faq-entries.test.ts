import { afterEach, describe, expect, it, test } from 'vitest';
import { DEFAULT_SHOP } from '#web/shared/shop/default-shop.ts';
import { setShop, shopJson } from '#web/shared/shop/shop.ts';
import {
  canonicalFaqAddress,
  countOf,
  FAQ_CATEGORIES,
  type FaqCategory,
  faqEntries,
  faqQuery,
  filterFaq,
  readFaqFilter,
} from './faq-entries.ts';

test('there are twelve questions, some in each of six categories', () => {
  expect(faqEntries()).toHaveLength(12);
  const counts = Object.keys(FAQ_CATEGORIES).map((category) => countOf(category as FaqCategory));
  expect(counts).toHaveLength(6);
  expect(Math.min(...counts)).toBeGreaterThan(0);
});

test.each([
  ['PASSWORD', null, [1, 2]],
  ['  overnight ', null, [5]],
  ['overnight', 'returns', []],
  ['', 'support', [11, 12]],
  ['$9.99', 'shipping', [5]],
] as const)('searching %j in %j finds %j', (search, category, ids) => {
  expect(filterFaq({ search, category }).map(({ id }) => id)).toEqual(ids);
});

test('the URL keeps the filter, and an unknown category is ignored', () => {
  const filter = { search: '50 & more', category: 'orders' } as const;
  expect(readFaqFilter(new URLSearchParams(faqQuery(filter)))).toEqual(filter);
  expect(faqQuery({ search: ' ', category: null })).toBe('');
  expect(readFaqFilter(new URLSearchParams('category=constructor')).category).toBeNull();
});

describe('current figures in the answers', () => {
  afterEach(() => setShop(shopJson(DEFAULT_SHOP)));
  const answerOf = (id: number) => faqEntries().find((entry) => entry.id === id)?.answer;

  it('are the flat rate, if there is one', () => {
    setShop(shopJson(DEFAULT_SHOP));
    expect(answerOf(5)).toContain('At present, standard delivery is a flat $10 per order instead.');
    expect(answerOf(6)).toContain('to the United States, Canada and the United Kingdom.');
  });
  it('are otherwise the price of each method, and the only country', () => {
    const shipping = { ...DEFAULT_SHOP.shipping, checkoutShipping: 'methods', internationalShipping: false } as const;
    setShop(shopJson({ ...DEFAULT_SHOP, shipping }));
    expect(answerOf(5)).toContain('At present, we charge $5.99 (free above $50), $12.99 and $24.99.');
    expect(answerOf(6)).toContain('to the United States.');
  });
  it('include the available payment and contact methods', () => {
    const card = { method: 'card', label: 'Card', isPaidLater: false };
    const payPal = { method: 'paypal', label: 'PayPal', isPaidLater: false };
    const later = { method: 'offline', label: 'Pay later', isPaidLater: true };
    const ofPlugin = { method: 'bank-link', label: 'Bank payment', isPaidLater: false };
    setShop(shopJson({ ...DEFAULT_SHOP, paymentMethods: [card, later], supportPhone: '+1 555 0100' }));
    expect(answerOf(3)).toContain('We accept the usual credit and debit cards and payment after you order.');
    expect(answerOf(11)).toContain('Use the contact form or call us.');
    setShop(shopJson({ ...DEFAULT_SHOP, paymentMethods: [card, payPal, later] }));
    expect(answerOf(3)).toContain('We accept the usual credit and debit cards, PayPal, and payment after you order.');
    setShop(shopJson({ ...DEFAULT_SHOP, paymentMethods: [ofPlugin] }));
    expect(answerOf(3)).toContain('We accept Bank payment.');
  });
});

test.each([
  ['search=++card++&category=', '/faq?search=card'],
  ['search=&category=', '/faq'],
  ['category=orders&search=where', '/faq?search=where&category=orders'],
  ['search=+&category=elsewhere&ref=mail', '/faq?ref=mail'],
])('/faq?%s is redirected to %s', (query, address) => {
  expect(canonicalFaqAddress(new URLSearchParams(query))).toBe(address);
  expect(canonicalFaqAddress(new URLSearchParams(address.split('?')[1]))).toBeNull();
});
