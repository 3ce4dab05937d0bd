import { refuse } from '#plugin';
import { collectionRefusals } from '../refusals.ts';
import type { Services, Transaction } from '../tables.ts';
import type { By } from './by.ts';
import { forgetUploads, listShown, recordUpload } from './collections.store.ts';

const DAY_MS = 86_400_000;

/** Stores a picture. A form that shows it is saved within a day, or the picture is released. @returns its address */
export async function storeUpload(services: Services, file: Buffer, { caller, request }: By): Promise<string> {
  const { address } = await services.pictures.storeWhole(file, { userId: caller.userId });
  const at = services.now();
  await services.transaction(async (tx) => {
    await recordUpload(tx, address, at);
    await services.pictures.claim(tx, [address]);
    const entity = { entity: 'collection_picture', entityId: address };
    const change = { action: 'collections.upload', before: null, after: { address } };
    await services.recordAudit(tx, { actor: caller, request, ...entity, ...change });
  });
  return address;
}

/**
 * Keeps the picture that a collection shows from now on.
 * @throws a refusal `collections.picture_unknown` when it was never uploaded or is gone
 */
export async function claimPicture(services: Services, tx: Transaction, image: string | null): Promise<void> {
  const missing = image === null ? [] : await services.pictures.claim(tx, [image]);
  if (missing.length === 0) return;
  const { picture_unknown } = collectionRefusals;
  throw refuse(picture_unknown, { errors: { image: [picture_unknown.message] } });
}

/** Releases pictures that no collection shows any more. */
export const releaseUnused = (services: Services, tx: Transaction, images: readonly string[]): Promise<void> =>
  services.pictures.release(tx, images, () => listShown(tx, images));

/** The daily job for pictures that were uploaded and not saved. */
export function releaseOldUploads(services: Services): Promise<void> {
  const before = new Date(services.now().getTime() - DAY_MS);
  return services.transaction(async (tx) => releaseUnused(services, tx, await forgetUploads(tx, before)));
}
