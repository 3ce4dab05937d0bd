import { formatPrice, freeShippingFrom } from '#web/shared/money.ts';
import { shop } from '#web/shared/shop/shop.ts';
import { deliveryPlaces, flatRateInstead, takesCards, takesLaterPayment, takesPayPal } from '#web/shared/shop/terms.ts';

/** Back-office §3, in the order of the page. */
export const FAQ_CATEGORIES = {
  account: 'Account & Login',
  payment: 'Payment & Billing',
  shipping: 'Shipping & Delivery',
  returns: 'Returns & Refunds',
  orders: 'Orders & Pricing',
  support: 'Customer Support',
} as const;

export type FaqCategory = keyof typeof FAQ_CATEGORIES;

export interface FaqEntry {
  readonly id: number;
  readonly question: string;
  readonly answer: string;
  readonly category: FaqCategory;
}

/**
 * Back-office §3: twelve entries. Their figures are those of §9's static copy; figures from the settings are added
 * where they differ.
 */
export const faqEntries = (): readonly FaqEntry[] => [
  {
    id: 1,
    category: 'account',
    question: 'How do I create an account?',
    answer:
      'Choose Sign Up at the top of any page and enter your name, your email address and a password. You are signed in at once and keep your cart and your wishlist.',
  },
  {
    id: 2,
    category: 'account',
    question: 'I forgot my password. What can I do?',
    answer:
      'Choose “Forgot password?” on the login page and enter your email address. We send you a link to choose a new password. It works once, within an hour.',
  },
  {
    id: 3,
    category: 'payment',
    question: 'Which payment methods do you accept?',
    answer: `${paymentMethods()} The checkout shows the methods that are available to you.`,
  },
  {
    id: 4,
    category: 'payment',
    question: 'Is my payment information safe?',
    answer: takesCards()
      ? 'Yes. Card details go straight from your browser to our payment provider over an encrypted connection. They never reach our servers.'
      : 'Yes. We never ask for a card number.',
  },
  {
    id: 5,
    category: 'shipping',
    question: 'How much does shipping cost?',
    answer: `Standard shipping is free for orders over $50. Express shipping costs $9.99 and overnight shipping $19.99. ${currentPrices()} The checkout shows the full cost before you pay.`,
  },
  {
    id: 6,
    category: 'shipping',
    question: 'Do you ship internationally?',
    answer: `Yes, we ship to over 50 countries. At present, you can order online to ${deliveryPlaces()}. For other countries, write to us first.`,
  },
  {
    id: 7,
    category: 'returns',
    question: 'What is your return policy?',
    answer:
      'You have 30 days from delivery to return items unused and in their packaging. Write to us with your order number and we will tell you where to send it.',
  },
  {
    id: 8,
    category: 'returns',
    question: 'When do I get my refund?',
    answer:
      'A cancelled order is refunded right away, a return once it has reached us. Refunds go to your original payment method; your bank may take a few days to show them.',
  },
  {
    id: 9,
    category: 'orders',
    question: 'How do I track my order?',
    answer:
      'Log in and open your order under Orders in your account: it shows each step with its date and, once it has shipped, the tracking number. We also email you when it ships.',
  },
  {
    id: 10,
    category: 'orders',
    question: 'Can I change or cancel my order?',
    answer:
      'Write to us within 2 hours of ordering and we will change what we can. You can cancel an order yourself in your account until it has shipped.',
  },
  {
    id: 11,
    category: 'support',
    question: 'How do I contact customer support?',
    answer: `${waysToReachUs()} Our support team is available Mon-Fri 9:00 AM-6:00 PM EST.`,
  },
  {
    id: 12,
    category: 'support',
    question: 'How soon do I get an answer?',
    answer: 'We reply to every message within 24 hours.',
  },
];

const LIST = new Intl.ListFormat('en-US', { type: 'conjunction' });

function paymentMethods(): string {
  const cards = takesCards() ? ['the usual credit and debit cards'] : [];
  const payPal = takesPayPal() ? ['PayPal'] : [];
  const later = takesLaterPayment() ? ['payment after you order'] : [];
  const others = shop().paymentMethods.filter(
    ({ method, isPaidLater }) => !isPaidLater && method !== 'card' && method !== 'paypal',
  );
  return `We accept ${LIST.format([...cards, ...payPal, ...others.map(({ label }) => label), ...later])}.`;
}

/** The actual shipping prices, if they differ from the static copy. */
function currentPrices(): string {
  const { checkoutShipping, flatShippingCost, ...methods } = shop().shipping;
  if (checkoutShipping === 'flat') return flatRateInstead() ?? 'At present, delivery is free for every order.';
  const standard = `${formatPrice(methods.standardShippingCost)} (free above ${freeShippingFrom()})`;
  const express = formatPrice(methods.expressShippingCost);
  return `At present, we charge ${standard}, ${express} and ${formatPrice(methods.overnightShippingCost)}.`;
}

function waysToReachUs(): string {
  const { contactEmail, supportPhone } = shop();
  const ways = [
    'use the contact form',
    ...(contactEmail ? ['send an email'] : []),
    ...(supportPhone ? ['call us'] : []),
  ];
  const [last = '', ...others] = ways.toReversed();
  const sentence = others.length > 0 ? `${others.toReversed().join(', ')} or ${last}` : last;
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`;
}

export interface FaqFilter {
  readonly search: string;
  /** Null: all categories. */
  readonly category: FaqCategory | null;
}

/** Filters from a URL; an unknown category counts as none. */
export function readFaqFilter(query: URLSearchParams): FaqFilter {
  const category = query.get('category') ?? '';
  const isKnown = Object.hasOwn(FAQ_CATEGORIES, category);
  return { search: query.get('search') ?? '', category: isKnown ? (category as FaqCategory) : null };
}

/** `''`, or the query string including the question mark. */
export function faqQuery({ search, category }: FaqFilter): string {
  const query = new URLSearchParams();
  if (search.trim() !== '') query.set('search', search);
  if (category) query.set('category', category);
  return query.size > 0 ? `?${query}` : '';
}

/**
 * The canonical URL for a form submitted without scripts: trimmed, without empty or unknown values. Foreign parameters,
 * such as a campaign's, are kept.
 * @returns null when the URL is already canonical
 */
export function canonicalFaqAddress(query: URLSearchParams): string | null {
  const { search, category } = readFaqFilter(query);
  const canonical = new URLSearchParams(faqQuery({ search: search.trim(), category }));
  for (const [name, value] of query) if (name !== 'search' && name !== 'category') canonical.append(name, value);
  if (canonical.toString() === query.toString()) return null;
  return canonical.size > 0 ? `/faq?${canonical}` : '/faq';
}

/** Back-office §5: case-insensitive substring match on question or answer, combined with the category. */
export function filterFaq({ search, category }: FaqFilter): readonly FaqEntry[] {
  const wanted = search.trim().toLowerCase();
  return faqEntries().filter(
    (entry) =>
      (category === null || entry.category === category) &&
      `${entry.question}\n${entry.answer}`.toLowerCase().includes(wanted),
  );
}

export const countOf = (category: FaqCategory): number =>
  faqEntries().filter((entry) => entry.category === category).length;
