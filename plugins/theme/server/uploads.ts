import type { AuditContext } from '#plugin';
import type { ThemePicture } from '../model/theme.ts';
import type { Services } from '../tables.ts';
import { keepIcon, keepLogo } from './files.store.ts';
import { hashOf, ICON_EDGES } from './look.ts';

/** Stores a logo; in a theme or not, it stays for a day. */
export async function storeLogo(services: Services, bytes: Buffer, by: AuditContext): Promise<ThemePicture> {
  const { address, width, height } = await services.pictures.storeWhole(bytes, by.actor);
  await services.transaction(async (tx) => {
    await keepLogo(tx, address, services.now());
    // The job may have just released the same picture.
    await services.pictures.claim(tx, [address]);
    await services.recordAudit(tx, {
      ...by,
      action: 'theme.upload_logo',
      entity: 'theme_logo',
      entityId: address,
      before: null,
      after: { width, height },
    });
  });
  return { src: address, width, height };
}

export async function storeIcon(services: Services, bytes: Buffer, by: AuditContext): Promise<{ src: string }> {
  const png = await services.pictures.drawIcon(bytes, ICON_EDGES.page, by.actor);
  const large = await services.pictures.drawIcon(bytes, ICON_EDGES.app, by.actor);
  const hash = hashOf(png);
  await services.transaction(async (tx) => {
    await keepIcon(tx, { hash, png, large, created_at: services.now() });
    await services.recordAudit(tx, {
      ...by,
      action: 'theme.upload_icon',
      entity: 'theme_icon',
      entityId: hash,
      before: null,
      after: { bytes: png.length },
    });
  });
  return { src: `/theme/icon-${hash}.png` };
}
