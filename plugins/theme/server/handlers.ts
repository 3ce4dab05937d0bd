import { type Handlers, respond } from '#plugin';
import type { themeContract } from '../contract.ts';
import type { Services } from '../tables.ts';
import { discardDraft, publishTheme, readAdminTheme, saveDraft, withdrawTheme } from './change-theme.ts';
import { storeIcon, storeLogo } from './uploads.ts';

const PREVIEWED_PRODUCTS = 4;

export const handlers = (services: Services): Handlers<typeof themeContract> => ({
  'GET /admin/theme': async () => respond(await readAdminTheme(services.db)),
  'GET /admin/theme/products': async () => {
    const query = { sortBy: 'popularity', isDescending: true, offset: 0, limit: PREVIEWED_PRODUCTS } as const;
    return respond([...(await services.products.list(query)).products]);
  },
  'PUT /admin/theme/draft': async ({ body, caller, request }) =>
    respond(await saveDraft(services, body, { actor: caller, request }), 'Draft saved'),
  'POST /admin/theme/publish': async ({ body, caller, request }) =>
    respond(await publishTheme(services, body.revision, { actor: caller, request }), 'Theme published'),
  'POST /admin/theme/discard': async ({ body, caller, request }) =>
    respond(await discardDraft(services, body.revision, { actor: caller, request }), 'Draft discarded'),
  'POST /admin/theme/withdraw': async ({ body, caller, request }) =>
    respond(
      await withdrawTheme(services, body.revision, { actor: caller, request }),
      'The shop shows its default theme again',
    ),
  'POST /admin/theme/logos': async ({ file, caller, request }) =>
    respond(await storeLogo(services, file, { actor: caller, request })),
  'POST /admin/theme/icons': async ({ file, caller, request }) =>
    respond(await storeIcon(services, file, { actor: caller, request })),
});
