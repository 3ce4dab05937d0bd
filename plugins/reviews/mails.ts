import { defineMail } from '#plugin';

interface RequestData {
  readonly customer: string;
  readonly orderNumber: string;
  /** Names. */
  readonly products: readonly string[];
  readonly url: string;
}

const sample: RequestData = {
  customer: 'Maya Lindqvist',
  orderNumber: 'ORD-2026-00042',
  products: ['Round Stoneware Teapot', 'Three-Leg Stool'],
  url: 'https://shop.example/reviews/write?token=sample',
};

/** Confidential: whoever has the link can write in the customer's name. */
export const reviewRequest = defineMail({
  name: 'review-request',
  title: 'Review request',
  isConfidential: true,
  sample,
  compose: ({ customer, orderNumber, products, url }: RequestData, { shopName }) => ({
    subject: products.length === 1 ? `How do you like ${products[0]}?` : 'How do you like what you bought?',
    heading: 'How do you like it?',
    paragraphs: [
      `Hello ${customer},`,
      `Your order ${orderNumber} from ${shopName} has arrived: ${listOf(products)}.`,
      'A few words from you help other customers choose, and help us decide what to sell. No need to log in.',
    ],
    action: { label: 'Write a review', url },
    footer: `You received this email because of your order at ${shopName}. You can stop these emails on the page that the button opens.`,
  }),
});

const listOf = (names: readonly string[]): string => new Intl.ListFormat('en', { type: 'conjunction' }).format(names);
