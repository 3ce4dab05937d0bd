import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { S3Error, S3mini } from 's3mini';
import { type BackupStore, isBackupName, newestFirst } from '#server/platform/backup/backup-store.ts';
import type { BackupPlace } from '#server/platform/config.ts';
import { StartError } from '#server/platform/start-error.ts';

/** Four are in memory at a time; a storage takes 10,000 of them. */
const PART_BYTES = 8 * 1024 * 1024;
const TIMEOUT_MS = 10 * 60_000;
const CONTENT_TYPE = 'application/zstd';

/**
 * Backups in a bucket of an S3-compatible storage. An object appears when its upload is complete; a failed upload is
 * aborted.
 */
export function s3Store(place: Extract<BackupPlace, { bucket: string }>): BackupStore {
  const { bucket, prefix, endpoint, region, accessKeyId, secretAccessKey } = place;
  const client = new S3mini({
    accessKeyId,
    secretAccessKey,
    region,
    endpoint: `${endpoint.replace(/\/+$/, '')}/${bucket}`,
    minPartSize: PART_BYTES,
    requestAbortTimeout: TIMEOUT_MS,
  });
  const folder = prefix === '' ? '' : `${prefix}/`;
  /** Explains what the storage refused, or that it did not respond. */
  const explain = (error: unknown): never => {
    const reason = storageFailure(error);
    throw reason === undefined ? error : new StartError(`The backup storage ${endpoint} cannot be used: ${reason}`);
  };

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
      const response = await client.getObjectResponse(folder + name).catch(explain);
      if (!response?.body) throw new StartError(`There is no backup ${name} in s3://${bucket}/${prefix}.`);
      return Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0]);
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

/** @returns undefined for errors of the source of an upload, and for defects. */
function storageFailure(error: unknown): string | undefined {
  if (error instanceof S3Error) return error.message;
  // What `fetch` throws: the reason is in its cause, which has a code and sometimes no message.
  if (!(error instanceof TypeError) || !(error.cause instanceof Error)) return undefined;
  return error.cause.message || (error.cause as NodeJS.ErrnoException).code;
}
