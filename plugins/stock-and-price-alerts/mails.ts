import { defineMail, type MailText } from '#plugin';
import type { AlertKind } from './tables.ts';

interface AlertedProduct {
  readonly product: string;
  readonly variant: string | null;
}

interface ConfirmData extends AlertedProduct {
  readonly kind: AlertKind;
  readonly url: string;
}

interface AlertData extends AlertedProduct {
  readonly customer: string;
  readonly url: string;
  readonly stopUrl: string;
}

interface PriceData extends AlertData {
  /** With the currency, such as `$20.00`. */
  readonly price: string;
  readonly formerPrice: string;
}

export const nameOf = ({ product, variant }: AlertedProduct): string =>
  variant === null ? product : `${product}, ${variant}`;

const REASON: Readonly<Record<AlertKind, string>> = { stock: 'is back in stock', price: 'costs less' };

/** Days until the link of a confirmation mail expires. */
export const CONFIRM_DAYS = 3;

export const confirmAlert = defineMail({
  name: 'confirm-alert',
  title: 'Confirm an alert',
  isConfidential: true,
  sample: {
    kind: 'stock',
    product: 'Desk lamp',
    variant: 'Oak',
    url: 'https://shop.example/alerts/confirm?token=sample',
  },
  compose: ({ kind, url, ...wanted }: ConfirmData, { shopName }) => ({
    subject: `Please confirm your alert: ${wanted.product}`,
    heading: 'Please confirm your alert',
    paragraphs: [
      `Would you like an email at this address when ${nameOf(wanted)} ${REASON[kind]}? Then please confirm it.`,
      `The link is valid for ${CONFIRM_DAYS} days. If it was not you, there is nothing to do: without your confirmation we send no alert and delete your address.`,
    ],
    action: { label: 'Confirm alert', url },
    footer: `You receive this email because this address was entered for an alert at ${shopName}.`,
  }),
});

/** Alerts are confidential because of the link that stops them. */
const alertMail = (
  { customer, url, stopUrl, ...wanted }: AlertData,
  shopName: string,
  { subject, heading, text }: { readonly subject: string; readonly heading: string; readonly text: readonly string[] },
): MailText => ({
  subject,
  heading,
  paragraphs: [...(customer === '' ? [] : [`Hello ${customer},`]), ...text],
  action: { label: 'View product', url },
  footer: `You receive this email because you set an alert for ${nameOf(wanted)} at ${shopName}. Stop these emails: ${stopUrl}`,
});

const sample = {
  customer: 'Maya Lindqvist',
  product: 'Desk lamp',
  variant: 'Oak',
  url: 'https://shop.example/products/1',
  stopUrl: 'https://shop.example/alerts/stop?token=sample',
};

export const backInStock = defineMail({
  name: 'back-in-stock',
  title: 'Back in stock',
  isConfidential: true,
  sample,
  compose: (data: AlertData, { shopName }) =>
    alertMail(data, shopName, {
      subject: `${data.product} is back in stock`,
      heading: 'Back in stock',
      text: [
        `${nameOf(data)} is available again. We cannot reserve it for you, and others are waiting for it, too.`,
        'This alert has ended. You can set it again when the product is out of stock.',
      ],
    }),
});

export const priceDrop = defineMail({
  name: 'price-drop',
  title: 'Price drop',
  isConfidential: true,
  sample: { ...sample, price: '$39.00', formerPrice: '$49.00' },
  compose: (data: PriceData, { shopName }) =>
    alertMail(data, shopName, {
      subject: `${data.product} now costs ${data.price}`,
      heading: 'Price drop',
      text: [
        `${nameOf(data)} now costs ${data.price} instead of ${data.formerPrice}.`,
        'The alert stays on: you get another email if the price drops further.',
      ],
    }),
});
