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

/** Back-office §3: twelve entries. Their figures are those of §9's static copy, which differ from the settings. */
export const FAQ_ENTRIES: readonly FaqEntry[] = [
  {
    id: 1,
    category: 'account',
    question: 'How do I create an account?',
    answer:
      'Choose Sign Up at the top of any page and enter your name, your email address and a password. Your cart and your wishlist come along, and you are signed in at once.',
  },
  {
    id: 2,
    category: 'account',
    question: 'I forgot my password. What can I do?',
    answer:
      'Choose “Forgot password?” on the login page and enter your email address. We send you a link that works once and for an hour; with it you choose a new password.',
  },
  {
    id: 3,
    category: 'payment',
    question: 'Which payment methods do you accept?',
    answer:
      'The checkout shows the methods that are open to you: the usual credit and debit cards and, where we offer it, payment on invoice.',
  },
  {
    id: 4,
    category: 'payment',
    question: 'Is my payment information safe?',
    answer:
      'Yes. Card details go straight from your browser to our payment provider over an encrypted connection. They never reach our servers, so nobody can take them from there.',
  },
  {
    id: 5,
    category: 'shipping',
    question: 'How much does shipping cost?',
    answer:
      'Standard shipping is free for orders over $50. Express shipping costs $9.99 and overnight shipping $19.99. The checkout shows the whole cost before you pay.',
  },
  {
    id: 6,
    category: 'shipping',
    question: 'Do you ship internationally?',
    answer:
      'Yes, we ship to over 50 countries. Where a delivery can go and what it costs depends on the address, and the checkout tells you before you pay.',
  },
  {
    id: 7,
    category: 'returns',
    question: 'What is your return policy?',
    answer:
      'You have 30 days from delivery to return what you bought, unused and in its packaging. Write to us with your order number and we tell you where to send it.',
  },
  {
    id: 8,
    category: 'returns',
    question: 'When do I get my refund?',
    answer:
      'A cancelled order is refunded at once, a return when it has arrived with us. The money goes back to the card you paid with; your bank may take a few days to show it.',
  },
  {
    id: 9,
    category: 'orders',
    question: 'How do I track my order?',
    answer:
      'Log in and open your order under Orders in your account: it shows each step with its date and, once it is on its way, the tracking number. We also mail you when it ships.',
  },
  {
    id: 10,
    category: 'orders',
    question: 'Can I change or cancel my order?',
    answer:
      'Write to us within 2 hours of ordering and we change what we can. You can cancel an order yourself in your account until it has been shipped.',
  },
  {
    id: 11,
    category: 'support',
    question: 'How do I contact customer support?',
    answer: 'Use the contact form, send a mail or call us. Our support is there Mon-Fri 9:00 AM-6:00 PM EST.',
  },
  {
    id: 12,
    category: 'support',
    question: 'How soon do I get an answer?',
    answer: 'We reply to every message within 24 hours.',
  },
];

export interface FaqFilter {
  readonly search: string;
  /** Null: all of them. */
  readonly category: FaqCategory | null;
}

/** What an address asks for; a category that does not exist counts as none. */
export function readFaqFilter(query: URLSearchParams): FaqFilter {
  const category = query.get('category') ?? '';
  const isKnown = Object.hasOwn(FAQ_CATEGORIES, category);
  return { search: query.get('search') ?? '', category: isKnown ? (category as FaqCategory) : null };
}

/** `''`, or the query of a page's address with a question mark. */
export function faqQuery({ search, category }: FaqFilter): string {
  const query = new URLSearchParams();
  if (search.trim() !== '') query.set('search', search);
  if (category) query.set('category', category);
  return query.size > 0 ? `?${query}` : '';
}

/** Back-office §5: a case-insensitive substring of question or answer, combined with the category. */
export function filterFaq({ search, category }: FaqFilter): readonly FaqEntry[] {
  const wanted = search.trim().toLowerCase();
  return FAQ_ENTRIES.filter(
    (entry) =>
      (category === null || entry.category === category) &&
      `${entry.question}\n${entry.answer}`.toLowerCase().includes(wanted),
  );
}

export const countOf = (category: FaqCategory): number =>
  FAQ_ENTRIES.filter((entry) => entry.category === category).length;
