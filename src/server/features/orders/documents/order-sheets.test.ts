import { readFile } from 'node:fs/promises';
import PDFDocument from 'pdfkit';
import { describe, expect, test, vi } from 'vitest';
import { OWN_BRANDING } from '#server/features/branding/index.ts';
import { sectionOf } from '#server/features/settings/index.ts';
import type { OrderLineRow, OrderRow } from '../orders.store.ts';
import { drawSheet } from './draw-sheet.ts';
import { creditNoteSheet, invoiceSheet, packingSlipSheet } from './order-sheets.ts';

const LINE: OrderLineRow = {
  id: 1,
  order_id: 1,
  position: 1,
  product_id: 1,
  variant_id: null,
  stock_id: 1,
  sku: 'TRAY-1',
  product_name: 'Tray',
  variant_name: null,
  image: null,
  unit_price_cents: 2650,
  quantity: 3,
  adjustments: [],
  adjustment_cents: 0,
  product_slug: 'tray',
};

const ORDER: OrderRow = {
  id: 1,
  order_number: 'ORD-2026-000123',
  user_id: 1,
  customer_name: 'Ada Marlowe',
  customer_email: 'ada@example.com',
  status: 'shipped',
  payment_status: 'partially_refunded',
  payment_method: 'card',
  currency: 'usd',
  subtotal_cents: 7950,
  discount_cents: 795,
  adjustments: [],
  adjustment_cents: 0,
  options: [],
  tax_cents: 572,
  shipping_cents: 1000,
  total_cents: 8727,
  coupon_id: 1,
  coupon_code: 'WELCOME10',
  shipping_label: null,
  shipping_method: 'flat',
  shipping_address: {
    name: 'Ada Marlowe',
    line1: '12 Harbour Lane',
    city: 'Portland',
    state: 'ME',
    postal_code: '04101',
    country: 'US',
  },
  billing_address: null,
  tracking_number: '1Z999',
  expected_from: null,
  expected_to: null,
  // Still the evening before in New York.
  created_at: new Date('2026-11-21T03:00:00Z'),
  updated_at: new Date('2026-11-21T03:00:00Z'),
  captured_cents: 8727,
  refunded_cents: 500,
  invoice_number: 123,
};

const SITE = sectionOf('site', null);

const documented = (more: Partial<OrderRow> = {}, lines = [LINE]) => ({
  order: { ...ORDER, ...more },
  lines,
  site: SITE,
  branding: OWN_BRANDING,
  invoiceNumber: 123,
  cancelledAt: undefined,
});

describe('a credit note', () => {
  const note = {
    refundId: 7,
    amount: 2727,
    reason: 'The tray was chipped',
    number: 12,
    // Still the evening before in New York.
    issuedAt: new Date('2026-11-24T02:00:00Z'),
    isVoid: false,
    tax: 179,
  };

  test('names order, invoice, reason, and the tax in the refund', () => {
    const { lines: _, ...order } = documented();
    const sheet = creditNoteSheet({ ...order, note });
    expect(sheet.title).toBe('Credit note');
    expect(sheet.facts).toEqual(['CN-000012', 'November 23, 2026']);
    expect(sheet.rows).toEqual([['Order ORD-2026-000123, invoice INV-000123\nThe tray was chipped', '$27.27']]);
    expect(sheet.sums.map(({ label, amount }) => `${label} ${amount}`)).toEqual([
      'Without tax $25.48',
      'Tax $1.79',
      'Total $27.27',
    ]);
    expect(sheet.blocks.map(({ heading }) => heading)).toEqual(['Bill to']);
  });

  test('says that it is void when the bank has returned the refund', () => {
    const { lines: _, ...order } = documented();
    const sheet = creditNoteSheet({ ...order, note: { ...note, isVoid: true } });
    expect(sheet.facts).toContain('Void: the refund was returned by the bank');
  });
});

describe('an invoice', () => {
  test("contains items and all amounts, on the shop's day", () => {
    const sheet = invoiceSheet(documented());
    expect(sheet.facts).toEqual(['INV-000123', 'ORD-2026-000123', 'November 20, 2026', 'Payment partially refunded']);
    expect(sheet.rows).toEqual([['Tray\nTRAY-1', '3', '$26.50', '$79.50']]);
    expect(sheet.sums.map(({ label, amount }) => `${label} ${amount}`)).toEqual([
      'Subtotal $79.50',
      'Discount (WELCOME10) −$7.95',
      'Tax $5.72',
      'Shipping $10.00',
      'Total $87.27',
      'Refunded −$5.00',
    ]);
    expect(sheet.blocks[0]?.lines.slice(-2)).toEqual(['United States', 'ada@example.com']);
    expect(sheet.closing).toEqual(['hello@stoa.test · +1 (555) 010-0199']);
  });

  test("says when its order was cancelled, on the shop's day", () => {
    const sheet = invoiceSheet({
      ...documented({ status: 'cancelled', payment_status: 'pending' }),
      cancelledAt: new Date('2026-11-24T02:00:00Z'),
    });
    expect(sheet.facts.slice(-2)).toEqual(['Payment pending', 'Cancelled on November 23, 2026']);
  });

  test("omits empty values, and uses the order's currency", () => {
    const sums = invoiceSheet(
      documented({ currency: 'eur', discount_cents: 0, refunded_cents: 0, shipping_cents: 0, total_cents: 8522 }),
    ).sums;
    expect(sums.map(({ label, amount }) => `${label} ${amount}`)).toEqual([
      'Subtotal €79.50',
      'Tax €5.72',
      'Shipping FREE',
      'Total €85.22',
    ]);
  });

  test('names options, adjustments and the way of delivery of plug-ins', () => {
    const adjustments = [
      { key: 'wrap:paper', label: 'Gift wrap', value: 'Kraft paper', amount: 900 },
      { key: 'wrap:message', label: 'Message', value: 'For Ada', amount: 0 },
      { key: 'deals:bulk', label: 'Three or more', value: null, amount: -300 },
    ];
    const fee = { key: 'deals:fee', label: 'Small order', value: null, amount: 250 };
    const sheet = invoiceSheet(
      documented({ adjustments: [fee], adjustment_cents: 250, shipping_label: 'Bicycle courier' }, [
        { ...LINE, adjustments, adjustment_cents: 600 },
      ]),
    );
    expect(sheet.rows).toEqual([
      ['Tray\nTRAY-1\nGift wrap: Kraft paper, $9.00\nMessage: For Ada\nThree or more, −$3.00', '3', '$26.50', '$85.50'],
    ]);
    const sums = sheet.sums.map(({ label, amount }) => `${label} ${amount}`);
    expect(sums).toContain('Small order $2.50');
    expect(sums).toContain('Shipping (Bicycle courier) $10.00');
    const slip = packingSlipSheet(documented({}, [{ ...LINE, adjustments, adjustment_cents: 600 }]));
    expect(slip.rows).toEqual([['☐', 'Tray\nTRAY-1\nGift wrap: Kraft paper\nMessage: For Ada\nThree or more', '3']]);
  });
});

test('invoice and packing slip have the checkout options of plug-ins', () => {
  const options = [
    { key: 'parcel:note', label: 'Note', value: 'Ring twice.\nThanks!', text: 'Ring twice.\nThanks!' },
    { key: 'parcel:gift', label: 'This is a gift', value: 'yes', text: null },
  ];
  const block = { heading: 'Options', lines: ['Note: Ring twice.', 'Thanks!', 'This is a gift'] };
  expect(invoiceSheet(documented({ options })).blocks).toContainEqual(block);
  expect(packingSlipSheet(documented({ options })).blocks).toContainEqual(block);
  expect(packingSlipSheet(documented()).blocks.map(({ heading }) => heading)).toEqual(['Deliver to']);
});

test('a packing slip lists units and address, without prices', () => {
  const sheet = packingSlipSheet(documented({}, [{ ...LINE, variant_name: 'Mist / M' }]));
  expect(sheet.rows).toEqual([['☐', 'Tray\nMist / M · TRAY-1', '3']]);
  expect(JSON.stringify(sheet)).not.toMatch(/\$|26\.50/);
  expect(sheet.facts).toContain('1Z999');
});

test('a long label in the sums does not overlap the next row', async () => {
  const drawn: { text: string; top: number; bottom: number }[] = [];
  const { text: draw } = PDFDocument.prototype;
  const spy = vi.spyOn(PDFDocument.prototype, 'text').mockImplementation(function (this: PDFKit.PDFDocument, ...given) {
    const [text, , top] = given as [string, number?, number?];
    const page = Reflect.apply(draw, this, given) as PDFKit.PDFDocument;
    drawn.push({ text, top: Number(top), bottom: this.y });
    return page;
  });
  await drawSheet(
    invoiceSheet(documented({ coupon_code: 'SUMMER-SALE-LOYAL-CUSTOMERS-2026', shipping_label: 'א'.repeat(60) })),
  );
  spy.mockRestore();
  const rowOf = (label: RegExp | string) => {
    const found = drawn.filter(({ text }) => text.match(label));
    return { top: found.at(-1)?.top, bottom: Math.max(...found.map(({ bottom }) => bottom)) };
  };
  const discount = rowOf(/^Discount/);
  expect(discount.bottom - Number(discount.top)).toBeGreaterThan(20);
  expect(rowOf(/^Tax$/).top).toBeGreaterThanOrEqual(discount.bottom);
  expect(rowOf(/^Total$/).top).toBeGreaterThanOrEqual(rowOf(/א/).bottom);
});

test('a document has the logo of the shop and its accent colour', async () => {
  const png = await readFile(new URL('../../../../../public/icon-192.png', import.meta.url));
  const picture = { path: '/logo.png', width: 192, height: 192, png };
  const light = { ...OWN_BRANDING.colours.light, accent: '#7a1f5c' };
  const branding = {
    ...OWN_BRANDING,
    colours: { ...OWN_BRANDING.colours, light },
    logo: { light: picture, dark: picture },
  };
  const sheet = invoiceSheet({ ...documented(), branding });
  expect(sheet).toMatchObject({ accent: '#7a1f5c', shopName: 'Stoa', logo: { width: 192, height: 192 } });
  expect((await drawSheet(sheet)).toString('latin1')).toContain('/Subtype /Image');
  expect((await drawSheet(invoiceSheet(documented()))).toString('latin1')).not.toContain('/Subtype /Image');
});

test('a long order continues on several pages, in the paper size of its country', async () => {
  const lines = Array.from({ length: 60 }, (_, index) => ({ ...LINE, position: index + 1 }));
  const long = (await drawSheet(invoiceSheet(documented({}, lines)))).toString('latin1');
  expect(long.startsWith('%PDF-')).toBe(true);
  expect(long.match(/\/Type \/Page\b/g)?.length).toBeGreaterThan(2);
  expect(long).toContain('/MediaBox [0 0 612 792]');
  const british = documented({ shipping_address: { ...ORDER.shipping_address, country: 'UK' } });
  expect((await drawSheet(invoiceSheet(british))).toString('latin1')).toContain('/MediaBox [0 0 595.28 841.89]');
});
