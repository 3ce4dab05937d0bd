import { afterAll, expect, test } from 'vitest';
import { Refusal } from '#server/platform/refusal.ts';
import { createAdmin, signIn } from '#test/factories/customer.ts';
import { openTestShop } from '#test/shop.ts';
import { createDocumentRenderer } from './render-pdf.ts';
import type { Sheet } from './sheet.ts';

const { renderPdf, close } = createDocumentRenderer();
afterAll(close);

const ADMIN = { userId: 1, isAdmin: true };

function invoice(number: string, rows = 12): Sheet {
  return {
    title: 'Invoice',
    shopName: 'Stoa',
    logo: null,
    accent: '#1f4d3a',
    facts: [number, 'November 20, 2026'],
    blocks: [{ heading: 'Bill to', lines: ['Ada Marlowe', '12 Harbour Lane', 'Portland, ME 04101'] }],
    columns: [
      { heading: 'Item', share: 0.8 },
      { heading: 'Total', share: 0.2, isFigure: true },
    ],
    rows: Array.from({ length: rows }, (_, index) => [`Tray ${index}\nTRAY-${index}`, `$${index}.50`]),
    sums: [{ label: 'Total', amount: '$78.00', isTotal: true }],
    closing: ['hello@stoa.test'],
    paper: 'A4',
  };
}

const isPdf = (bytes: Uint8Array) => Buffer.from(bytes.subarray(0, 5)).toString() === '%PDF-';

test("invoices are rendered outside the event loop's thread", async () => {
  await renderPdf(invoice('warm-up'), ADMIN);
  const before = process.threadCpuUsage();
  const sheets = Array.from({ length: 20 }, (_, index) => invoice(`ORD-2026-${index}`));
  const pdfs = await Promise.all(sheets.map((sheet) => renderPdf(sheet, ADMIN)));
  const { user, system } = process.threadCpuUsage(before);
  expect(pdfs.every(isPdf)).toBe(true);
  // Drawn in this thread, an invoice costs it 25 ms.
  expect((user + system) / 1000 / sheets.length).toBeLessThan(10);
}, 30_000);

test('the same content is rendered once, also with concurrent requests', async () => {
  const sheet = invoice('ORD-2026-000123');
  const [one, other] = await Promise.all([renderPdf(sheet, ADMIN), renderPdf({ ...sheet }, ADMIN)]);
  expect(other).toBe(one);
  expect(await renderPdf(structuredClone(sheet), ADMIN)).toBe(one);
  const changed = await renderPdf({ ...sheet, facts: ['ORD-2026-000123', 'Payment refunded'] }, ADMIN);
  expect(changed).not.toBe(one);
});

test('a user with too many requests is refused, others are served', async () => {
  const renderer = createDocumentRenderer();
  const refusals: Refusal[] = [];
  const asked = Array.from({ length: 110 }, (_, index) =>
    renderer
      .renderPdf(invoice(`MANY-${index}`, 0), { userId: 7, isAdmin: false })
      .catch((error) => refusals.push(error)),
  );
  expect(isPdf(await renderer.renderPdf(invoice('OTHER', 0), { userId: 8, isAdmin: false }))).toBe(true);
  const refused = refusals.slice();
  // Rejects those that still wait.
  await renderer.close();
  await Promise.all(asked);
  expect(refused).toHaveLength(9);
  expect(refused[0]).toBeInstanceOf(Refusal);
  expect([refused[0]?.status, refused[0]?.retryAfterSeconds]).toEqual([429, 5]);
}, 30_000);

test('a closed renderer stops its worker and renders nothing more', async () => {
  // So that the worker of the other tests does not end in the middle of this one.
  await renderPdf(invoice('FRESH'), ADMIN);
  const countWorkers = () => (process.report.getReport() as { workers: unknown[] }).workers.length;
  const before = countWorkers();
  const renderer = createDocumentRenderer();
  await renderer.renderPdf(invoice('CLOSED'), ADMIN);
  expect(countWorkers()).toBeGreaterThan(before);
  await renderer.close();
  await expect.poll(countWorkers).toBe(before);
  await expect(renderer.renderPdf(invoice('LATE'), ADMIN)).rejects.toThrow(Refusal);
});

test('documents have the stricter rate limit of costly endpoints', async () => {
  const shop = await openTestShop({ RATE_LIMIT: '200' });
  const headers = { authorization: `Bearer ${await signIn(shop, await createAdmin(shop.services.db))}` };
  for (const url of ['/api/orders/1/invoice', '/api/admin/orders/1/invoice', '/api/admin/orders/1/packing-slip']) {
    const statuses: number[] = [];
    for (let call = 1; call <= 11; call += 1) statuses.push((await shop.app.inject({ url, headers })).statusCode);
    expect(statuses, url).toEqual([...Array(10).fill(404), 429]);
  }
  await shop.close();
});
