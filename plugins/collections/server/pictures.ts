import type { AuditContext } from '#plugin';
import type { Services, Transaction } from '../tables.ts';
import { forgetUploads, listShown, recordUpload } from './collections.store.ts';

const DAY_MS = 86_400_000;

/** Stores a picture. A form that shows it is saved within a day, or the picture is released. @returns its address */
export async function storeUpload(services: Services, file: Buffer, { actor, request }: AuditContext): Promise<string> {
  const { address } = await services.pictures.storeWhole(file, { userId: actor.userId });
  const at = services.now();
  await services.transaction(async (tx) => {
    await recordUpload(tx, address, at);
    const entity = { entity: 'collection_picture', entityId: address };
    const change = { action: 'collections.upload', before: null, after: { address } };
    await services.recordAudit(tx, { actor, request, ...entity, ...change });
  });
  return address;
}

/** Releases pictures that no collection shows any more. */
export async function releaseUnused(services: Services, tx: Transaction, images: readonly string[]): Promise<void> {
  const shown = new Set(await listShown(tx, images));
  const unused = images.filter((image) => !shown.has(image));
  if (unused.length > 0) await services.pictures.release(tx, unused);
}

/** The daily job for pictures that were uploaded and not saved. */
export function releaseOldUploads(services: Services): Promise<void> {
  const before = new Date(services.now().getTime() - DAY_MS);
  return services.transaction(async (tx) => releaseUnused(services, tx, await forgetUploads(tx, before)));
}
