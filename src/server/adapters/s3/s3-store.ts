import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { S3Error, S3mini, S3ServiceError } from 's3mini';
import { type BackupStore, isBackupName, newestFirst } from '#server/platform/backup/backup-store.ts';
import type { BackupPlace } from '#server/platform/config.ts';
import { StartError } from '#server/platform/start-error.ts';

/** Uploads have four in memory at a time; a storage takes 10,000 of them. */
const PART_BYTES = 8 * 1024 * 1024;
/** Of one request, with its body. */
const TIMEOUT_MS = 10 * 60_000;
/** One of thousands of requests for the parts of a backup may fail. Uploads are retried by `s3mini`. */
const READ_ATTEMPTS = 3;
const RETRY_MS = 500;
const CONTENT_TYPE = 'application/zstd';

/**
 * Backups in a bucket of an S3-compatible storage. An object appears when its upload is complete; a failed upload is
 * aborted.
 */
export function s3Store(place: Extract<BackupPlace, { bucket: string }>, { timeoutMs = TIMEOUT_MS } = {}): BackupStore {
  const { bucket, prefix, endpoint, region, accessKeyId, secretAccessKey } = place;
  const client = new S3mini({
    accessKeyId,
    secretAccessKey,
    region,
    endpoint: `${endpoint.replace(/\/+$/, '')}/${bucket}`,
    minPartSize: PART_BYTES,
    requestAbortTimeout: timeoutMs,
  });
  const folder = prefix === '' ? '' : `${prefix}/`;
  /** Explains what the storage refused, or that it did not respond. */
  const explain = (error: unknown): never => {
    const reason = storageFailure(error);
    throw reason === undefined ? error : new StartError(`The backup storage ${endpoint} cannot be used: ${reason}`);
  };

  /** @returns undefined when there is none: the object is missing, or shorter. */
  async function readPart(name: string, from: number): Promise<Part | undefined> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await partOf(await client.getObjectRaw(folder + name, false, from, from + PART_BYTES));
      } catch (error) {
        const status = error instanceof S3ServiceError ? error.status : undefined;
        if (status === 404 || status === 416) return undefined;
        if (attempt === READ_ATTEMPTS || (status ?? 500) < 500) explain(error);
        await sleep(attempt * RETRY_MS);
      }
    }
  }

  /** One request for each part: while a restore takes its time over a part, no request is open that could time out. */
  async function* readParts(name: string, first: Part): AsyncGenerator<Buffer> {
    yield first.bytes;
    for (let from = PART_BYTES; from < first.totalBytes; from += PART_BYTES) {
      const part = await readPart(name, from);
      if (part?.etag !== first.etag)
        throw new StartError(`The backup ${name} was deleted or replaced while it was read.`);
      yield part.bytes;
    }
  }

  return {
    location: `s3://${bucket}${prefix && `/${prefix}`}`,
    async write(name, content) {
      let bytes = 0;
      const counted = new Transform({
        transform(chunk: Buffer, _encoding, done) {
          bytes += chunk.length;
          done(null, chunk);
        },
      });
      const reading = pipeline(content, counted);
      const body = Readable.toWeb(counted) as ReadableStream;
      // An upload that fails stops reading, and a source that fails stops the upload.
      const uploading = client.putAnyObject(folder + name, body, CONTENT_TYPE).catch((error: Error) => {
        counted.destroy(error);
        throw error;
      });
      const [read, uploaded] = await Promise.allSettled([reading, uploading]);
      if (uploaded.status === 'rejected') explain(uploaded.reason);
      if (read.status === 'rejected') throw read.reason;
      return { bytes };
    },
    async read(name) {
      const first = await readPart(name, 0);
      if (!first) throw new StartError(`There is no backup ${name} in s3://${bucket}/${prefix}.`);
      return Readable.from(readParts(name, first), { objectMode: false });
    },
    async list() {
      const objects = (await client.listObjects('/', folder).catch(explain)) ?? [];
      return objects
        .map(({ Key, Size, LastModified }) => ({
          name: Key.slice(folder.length),
          bytes: Number(Size),
          storedAt: new Date(LastModified),
        }))
        .filter(({ name }) => isBackupName(name))
        .sort(newestFirst);
    },
    async remove(name) {
      await client.deleteObject(folder + name).catch(explain);
    },
  };
}

interface Part {
  readonly bytes: Buffer;
  /** Of the whole object, and so is the tag. */
  readonly totalBytes: number;
  readonly etag: string | null;
}

async function partOf(response: Response): Promise<Part> {
  const [, total] = /\/(\d+)$/.exec(response.headers.get('content-range') ?? '') ?? [];
  if (total === undefined) {
    // Its body would be the whole object.
    await response.body?.cancel();
    throw new S3Error('it ignores the header Range');
  }
  const bytes = Buffer.from(await response.arrayBuffer());
  return { bytes, totalBytes: Number(total), etag: response.headers.get('etag') };
}

/** @returns undefined for errors of the source of an upload, and for defects. */
function storageFailure(error: unknown): string | undefined {
  if (error instanceof S3Error) return error.message;
  if (error instanceof DOMException && error.name === 'TimeoutError') return 'it did not respond in time';
  // What `fetch` throws: the reason is in its cause, which has a code and sometimes no message.
  if (!(error instanceof TypeError) || !(error.cause instanceof Error)) return undefined;
  return error.cause.message || (error.cause as NodeJS.ErrnoException).code;
}
