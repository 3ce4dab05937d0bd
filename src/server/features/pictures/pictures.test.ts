import { readFile } from 'node:fs/promises';
import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { maxConcurrentDecodings } from '#test/decoding.ts';
import { createAdmin, createCustomer, signIn } from '#test/factories/customer.ts';
import { createProduct } from '#test/factories/product.ts';
import { openTestShop, type TestShop } from '#test/shop.ts';
import { encodePicture } from './encode-picture.ts';
import { createBlurredReader } from './read-blurred.ts';

let shop: TestShop;
let token: string;
let address: string;
beforeAll(async () => {
  shop = await openTestShop();
  token = await signIn(shop, await createAdmin(shop.services.db));
  address = await shop.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => shop.close());

const blank = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#c33' } });

async function upload(bytes: Buffer, { name = 'a.png', as = token } = {}) {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(bytes)]), name);
  const response = await fetch(`${address}/api/admin/uploads`, {
    method: 'POST',
    body: form,
    headers: { authorization: `Bearer ${as}` },
  });
  return {
    status: response.status,
    retryAfter: response.headers.get('retry-after'),
    body: (await response.json()) as UploadResponse,
  };
}

interface UploadResponse {
  readonly message: string;
  readonly code: string;
  readonly data: { readonly picture: { readonly url: string; readonly width: number; readonly height: number } };
}

const fetchPicture = async (path: string) => {
  const response = await fetch(address + path);
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
};

test('a picture is stored upright as WebP in three widths, without metadata', async () => {
  const photo = await blank(1600, 800)
    .withExif({ IFD0: { Copyright: 'Secret Studio' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  expect(photo.includes('Secret Studio')).toBe(true);
  const { status, body } = await upload(photo, { name: 'photo.exe' });
  expect(status).toBe(201);
  const { picture } = body.data;
  expect(picture).toMatchObject({ width: 800, height: 1600 });
  for (const [path, edge] of [
    ['', 1280],
    ['-1280.webp', 1280],
    ['-640.webp', 640],
    ['-320.webp', 320],
  ] as const) {
    const served = await fetchPicture(picture.url + path);
    expect(served.headers.get('content-type')).toBe('image/webp');
    expect(served.headers.get('cache-control')).toContain('immutable');
    const { format, width, height, exif, xmp } = await sharp(served.bytes).metadata();
    expect({ format, width, height, exif, xmp }).toEqual({ format: 'webp', width: edge, height: edge });
    expect(served.bytes.includes('Secret')).toBe(false);
  }
  expect((await fetchPicture(`${picture.url}-999.webp`)).status).toBe(404);
});

test('pictures are decoded one at a time, however many are sent: each may take up to 200 MB', async () => {
  const photos = await Promise.all(
    [1, 2, 3, 4].map((part) =>
      blank(2000, 1000 + part)
        .jpeg()
        .toBuffer(),
    ),
  );
  const admins = await Promise.all(photos.map(async () => signIn(shop, await createAdmin(shop.services.db))));
  const { most, done } = await maxConcurrentDecodings(() =>
    Promise.all(photos.map((photo, index) => upload(photo, { as: admins[index] ?? token }))),
  );
  expect(done.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
  expect(most).toBe(1);
});

test('padding continues the background, and is transparent for transparent pictures', async () => {
  const corner = async (picture: Sharp) => {
    const { body } = await upload(await picture.png().toBuffer());
    const { bytes } = await fetchPicture(`${body.data.picture.url}-320.webp`);
    const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([320, 320]);
    return [...data.subarray(0, 4)];
  };
  const thing = await sharp({ create: { width: 280, height: 280, channels: 3, background: '#204080' } })
    .png()
    .toBuffer();
  const onPaper = (width: number, height: number, background: string) =>
    sharp({ create: { width, height, channels: 4, background } }).composite([{ input: thing, gravity: 'centre' }]);
  for (const [width, height] of [
    [480, 320],
    [320, 480],
  ] as const) {
    const [red = 0, green = 0, blue = 0, alpha] = await corner(onPaper(width, height, '#f0e8dc'));
    expect(Math.max(Math.abs(red - 0xf0), Math.abs(green - 0xe8), Math.abs(blue - 0xdc))).toBeLessThan(8);
    expect(alpha).toBe(255);
    expect((await corner(onPaper(width, height, '#0000')))[3]).toBe(0);
  }
});

test('an upload gets a blurred picture, which is read from the database once; one with transparency gets none', async () => {
  const readBlurred = createBlurredReader({ db: shop.services.db, media: 'demo/media' });
  const { picture } = (await upload(await blank(300, 200).png().toBuffer())).body.data;
  const blurred = await readBlurred(picture.url);
  expect(blurred).toEqual({ light: expect.stringMatching(/^data:image\/webp;base64,/), dark: null });
  const bytes = Buffer.from(blurred?.light.split(',')[1] ?? '', 'base64');
  expect(bytes.length).toBeLessThan(250);
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 20, height: 20 });
  expect((await fetchPicture(`${picture.url}-20.webp`)).status).toBe(404);

  await shop.services.db.deleteFrom('uploaded_picture_file').where('bytes', '=', bytes).execute();
  expect(await readBlurred(picture.url)).toEqual(blurred);
  const readAgain = createBlurredReader({ db: shop.services.db, media: 'demo/media' });
  expect(await readAgain(picture.url)).toBe(null);

  const cutOut = sharp({ create: { width: 90, height: 90, channels: 4, background: '#fff8' } });
  expect(await readBlurred((await upload(await cutOut.png().toBuffer())).body.data.picture.url)).toBe(null);
});

test('a picture that keeps its proportions has a square blurred picture, which the page stretches', async () => {
  const size = { width: 300, height: 200 };
  const { files } = await encodePicture(await blank(300, 200).png().toBuffer(), size, { isWhole: true });
  const heights = await Promise.all(files.map(async ({ bytes }) => (await sharp(bytes).metadata()).height));
  expect(heights).toEqual([200, 200, 200, 20]);
});

test('the same picture uploaded twice, even concurrently, is stored once', async () => {
  const bytes = await blank(30, 20).png().toBuffer();
  const replies = await Promise.all([upload(bytes), upload(bytes)]);
  const again = await upload(bytes);
  expect(new Set([...replies, again].map(({ body }) => body.data.picture.url)).size).toBe(1);
});

test.each([
  ['a page', Buffer.from('<html><script>alert(1)</script></html>'), 415],
  ['a vector picture', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'), 415],
  ['nothing', Buffer.alloc(0), 415],
  ['the beginning of a PNG', Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(64)]), 422],
])('refuses %s', async (_what, bytes, status) => {
  expect((await upload(bytes)).status).toBe(status);
});

test('a small file with more than fifty megapixels is refused before decoding', async () => {
  const bomb = await blank(9000, 9000).png({ compressionLevel: 9 }).toBuffer();
  expect(bomb.length).toBeLessThan(1_000_000);
  const { status, body } = await upload(bomb);
  expect(status).toBe(422);
  expect(body.message).toContain('At most 50 are allowed');
});

test('an AVIF of 1.5 kB that claims 49 megapixels is refused without decoding', async () => {
  // Made by `blank(7000, 7000).avif({ effort: 0 })`, which takes seconds.
  const bomb = await readFile('test/fixtures/pictures/49-megapixels.avif');
  expect(bomb.length).toBeLessThan(2_000);
  const before = process.cpuUsage();
  const { status, body } = await upload(bomb);
  const { user, system } = process.cpuUsage(before);
  expect([status, body.code]).toEqual([422, 'picture.too_many_pixels']);
  expect(body.message).toBe('This picture has 49 megapixels. At most 25 are allowed for an AVIF.');
  // Decoding it takes 1.5 s of processor time.
  expect((user + system) / 1000).toBeLessThan(500);
});

test('an upload waits for at most one picture of another admin', async () => {
  const encoded = await blank(1600, 1600).avif({ effort: 0 }).toBuffer();
  // A box that readers skip, of eight bytes and a number: encoding another picture would take longer than decoding it.
  const slow = Array.from({ length: 20 }, (_, number) =>
    Buffer.concat([encoded, Buffer.from([0, 0, 0, 9, ...Buffer.from('free'), number])]),
  );
  const small = await blank(21, 21).png().toBuffer();
  const other = await signIn(shop, await createAdmin(shop.services.db));
  let done = 0;
  const flood = slow.map(async (bytes) => {
    const reply = await upload(bytes);
    if (reply.status === 201) done += 1;
    return reply;
  });
  await Promise.any(flood);
  const doneBefore = done;
  expect((await upload(small, { as: other })).status).toBe(201);
  // The running one, and one that may have ended before this upload arrived.
  expect(done - doneBefore).toBeLessThanOrEqual(2);

  const replies = await Promise.all(flood);
  const refused = replies.filter(({ status }) => status === 429);
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(9);
  expect(refused).toHaveLength(11);
  expect(refused.every(({ retryAfter }) => Number(retryAfter) > 0)).toBe(true);
  expect(refused[0]?.body.code).toBe('request.too_many');
}, 60_000);

test('a truncated picture is refused', async () => {
  const whole = await sharp({
    create: {
      width: 400,
      height: 400,
      channels: 3,
      background: '#777',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .jpeg()
    .toBuffer();
  expect((await upload(whole.subarray(0, whole.length / 2))).status).toBe(422);
});

test('more than 10 MB are refused with a readable message', async () => {
  const { status, body } = await upload(Buffer.alloc(25 * 1024 * 1024, 1));
  expect(status).toBe(413);
  expect(body.message).toBe('The file is too large. At most 10 MB are allowed.');
});

test('a request without a file is refused', async () => {
  const send = (headers: Record<string, string>, payload: string) =>
    shop.app.inject({
      method: 'POST',
      url: '/api/admin/uploads',
      headers: { authorization: `Bearer ${token}`, ...headers },
      payload,
    });
  expect((await send({ 'content-type': 'application/json' }, '{}')).statusCode).toBe(415);
  expect((await send({ 'content-type': 'multipart/form-data' }, 'x')).statusCode).toBe(400);
  expect((await send({ 'content-type': 'multipart/form-data; boundary=x' }, '--x\r\ncut')).statusCode).toBe(400);
  const field = '--x\r\ncontent-disposition: form-data; name="file"\r\n\r\ntext\r\n--x--\r\n';
  expect((await send({ 'content-type': 'multipart/form-data; boundary=x' }, field)).statusCode).toBe(422);
  expect(shop.log.warnings()).toEqual([]);
});

test('only admins may upload', async () => {
  const customer = await signIn(shop, await createCustomer(shop.services.db));
  const bytes = await blank(5, 5).png().toBuffer();
  expect((await upload(bytes, { as: customer })).status).toBe(403);
  expect((await upload(bytes, { as: 'nobody' })).status).toBe(401);
});

test('pictures unused for a day are deleted; used ones stay', async () => {
  const used = (await upload(await blank(11, 11).png().toBuffer())).body.data.picture.url;
  const left = (await upload(await blank(12, 12).png().toBuffer())).body.data.picture.url;
  await createProduct(shop.services.db, { images: [{ url: used, alt: '' }] });
  await shop.jobs.run('clean-up-pictures');
  expect((await fetchPicture(left)).status).toBe(200);
  shop.clock.advance({ days: 1, minutes: 1 });
  await shop.jobs.run('clean-up-pictures');
  expect((await fetchPicture(left)).status).toBe(404);
  expect((await fetchPicture(used)).status).toBe(200);
});
