import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { DataOf, InputOf } from '#contract/endpoint.ts';
import type { ShopContract } from '#contract/index.ts';
import type { TestShop } from '../shop.ts';

type Mapping = InputOf<ShopContract['PUT /admin/imports/{id}/mapping']>['body'];
type Detail = DataOf<ShopContract['GET /admin/imports/{id}']>;

/** Calls of an admin that import products. */
export function adminImportClient(admin: () => { readonly shop: TestShop; readonly token: string }) {
  const read = async (id: number): Promise<Detail> =>
    (await admin().shop.call('GET /admin/imports/{id}', { params: { id } }, admin())).data;
  const map = (id: number, body: Mapping) =>
    admin().shop.call('PUT /admin/imports/{id}/mapping', { params: { id }, body }, admin());
  const run = (id: number, mode: 'all_or_nothing' | 'skip_bad') =>
    admin().shop.call('POST /admin/imports/{id}/run', { params: { id }, body: { mode } }, admin());

  async function send(content: string | Buffer, name = 'books.csv') {
    const boundary = `stoa-${randomUUID()}`;
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="x.csv"\r\n\r\n`;
    const response = await admin().shop.app.inject({
      method: 'POST',
      url: `/api/admin/imports?name=${encodeURIComponent(name)}`,
      headers: {
        authorization: `Bearer ${admin().token}`,
        'content-type': `multipart/form-data; boundary=${boundary}`,
      },
      payload: Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from(`\r\n--${boundary}--\r\n`)]),
    });
    return { status: response.statusCode, ...(response.json() as { message: string; data: Detail }) };
  }

  return {
    read,
    map,
    run,
    send,
    async rowsOf(id: number, query: object = {}) {
      return (await admin().shop.call('GET /admin/imports/{id}/rows', { params: { id }, query }, admin())).data;
    },
    /** Uploads, maps (as guessed by default), and checks. */
    async check(content: string, fields?: Mapping['fields'], decimal?: Mapping['decimal']): Promise<Detail> {
      const { data } = await send(content);
      const mapped = await map(data.id, {
        fields: fields ?? data.mapping.fields,
        decimal: decimal ?? data.mapping.decimal,
      });
      expect(mapped.status).toBe(202);
      await admin().shop.jobs.runRequested();
      return read(data.id);
    },
    async runToEnd(id: number, mode: 'all_or_nothing' | 'skip_bad'): Promise<Detail> {
      expect((await run(id, mode)).status).toBe(202);
      await admin().shop.jobs.runRequested();
      return read(id);
    },
    /** The response for any other address. */
    get: (url: string) =>
      admin().shop.app.inject({
        method: 'GET',
        url: `/api${url}`,
        headers: { authorization: `Bearer ${admin().token}` },
      }),
  };
}
