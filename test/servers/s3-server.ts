import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export interface S3Server {
  readonly url: string;
  /** Complete objects by `bucket/key`. */
  readonly objects: ReadonlyMap<string, Buffer>;
  /** Uploads in parts that are neither complete nor aborted. */
  readonly openUploads: ReadonlyMap<string, unknown>;
  /** Number of the part whose upload fails, until it is undefined. */
  failingPart: number | undefined;
  /** Decides what becomes of a response that begins with this byte of an object; undefined: it is sent. */
  interrupt: ((from: number) => Interruption | undefined) | undefined;
  close(): Promise<void>;
}

/** After half of the body, the connection closes, or nothing more is sent. */
type Interruption = 'close' | 'stall';

interface Upload {
  readonly name: string;
  readonly parts: Map<number, Buffer>;
}

interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  readonly interruption?: Interruption | undefined;
}

const xml = (body: string): Answer => ({
  headers: { 'content-type': 'application/xml' },
  body: `<?xml version="1.0" encoding="UTF-8"?>${body}`,
});
const failure = (status: number, code: string): Answer => ({
  ...xml(`<Error><Code>${code}</Code><Message>${code}</Message></Error>`),
  status,
});
const etag = (content: Buffer) => `"${createHash('md5').update(content).digest('hex')}"`;

/** The part of the S3 protocol that backups use, on loopback: objects, uploads in parts, lists. Signatures name the key. */
export async function openS3Server(accessKeyId: string): Promise<S3Server> {
  const objects = new Map<string, Buffer>();
  const uploads = new Map<string, Upload>();
  const state: Pick<S3Server, 'failingPart' | 'interrupt'> = { failingPart: undefined, interrupt: undefined };

  function list(bucket: string, prefix: string): Answer {
    const found = [...objects].filter(([name]) => name.startsWith(`${bucket}/${prefix}`));
    const contents = found.map(
      ([name, content]) =>
        `<Contents><Key>${name.slice(bucket.length + 1)}</Key><LastModified>2026-11-22T03:00:00.000Z</LastModified><ETag>${etag(content)}</ETag><Size>${content.length}</Size><StorageClass>STANDARD</StorageClass></Contents>`,
    );
    return xml(
      `<ListBucketResult><Name>${bucket}</Name><Prefix>${prefix}</Prefix><KeyCount>${found.length}</KeyCount><MaxKeys>1000</MaxKeys><IsTruncated>false</IsTruncated>${contents.join('')}</ListBucketResult>`,
    );
  }

  function completeUpload(id: string): Answer {
    const upload = uploads.get(id);
    if (!upload) return failure(404, 'NoSuchUpload');
    const parts = [...upload.parts].sort(([a], [b]) => a - b).map(([, part]) => part);
    const content = Buffer.concat(parts);
    objects.set(upload.name, content);
    uploads.delete(id);
    const [bucket = '', ...key] = upload.name.split('/');
    return xml(
      `<CompleteMultipartUploadResult><Location>x</Location><Bucket>${bucket}</Bucket><Key>${key.join('/')}</Key><ETag>${etag(content)}</ETag></CompleteMultipartUploadResult>`,
    );
  }

  function put(name: string, query: URLSearchParams, body: Buffer): Answer {
    const id = query.get('uploadId');
    if (id === null) {
      objects.set(name, body);
      return { headers: { etag: etag(body) } };
    }
    const number = Number(query.get('partNumber'));
    if (number === state.failingPart) return failure(403, 'AccessDenied');
    uploads.get(id)?.parts.set(number, body);
    return { headers: { etag: etag(body) } };
  }

  function read(name: string, range: string | undefined): Answer {
    const content = objects.get(name);
    if (!content) return failure(404, 'NoSuchKey');
    const headers = { etag: etag(content) };
    if (range === undefined) return { headers, body: content, interruption: state.interrupt?.(0) };
    const [from = 0, last = 0] = range.replace('bytes=', '').split('-').map(Number);
    if (from >= content.length) return failure(416, 'InvalidRange');
    const body = content.subarray(from, last + 1);
    const position = `bytes ${from}-${from + body.length - 1}/${content.length}`;
    return {
      status: 206,
      headers: { ...headers, 'content-range': position },
      body,
      interruption: state.interrupt?.(from),
    };
  }

  function remove(name: string, query: URLSearchParams): Answer {
    const id = query.get('uploadId');
    if (id === null) objects.delete(name);
    else uploads.delete(id);
    return { status: 204 };
  }

  async function answer(request: IncomingMessage): Promise<Answer> {
    const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://s3.test');
    const name = decodeURIComponent(pathname.slice(1));
    const body = await buffer(request);
    if (!request.headers.authorization?.includes(`Credential=${accessKeyId}/`))
      return failure(403, 'InvalidAccessKeyId');
    if (request.method === 'PUT') return put(name, query, body);
    if (request.method === 'DELETE') return remove(name, query);
    if (request.method === 'POST' && query.has('uploads')) {
      const id = randomUUID();
      uploads.set(id, { name, parts: new Map() });
      return xml(`<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`);
    }
    if (request.method === 'POST') return completeUpload(query.get('uploadId') ?? '');
    if (query.has('list-type')) return list(name.replace(/\/$/, ''), query.get('prefix') ?? '');
    return read(name, request.headers.range);
  }

  const server = createServer((request, response) => {
    answer(request).then(
      ({ status = 200, headers = {}, body = '', interruption }) => {
        if (!interruption) return response.writeHead(status, headers).end(body);
        response.writeHead(status, { ...headers, 'content-length': body.length });
        return response.write(body.slice(0, body.length / 2), () => {
          if (interruption === 'close') response.destroy();
        });
      },
      () => response.writeHead(500).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return Object.assign(state, {
    url: `http://127.0.0.1:${port}`,
    objects,
    openUploads: uploads,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}
