import { dependsOn, type Handlers, pageOf, rangeOf, refuse, respond, validUntil } from '#plugin';
import type { contentContract } from '../contract.ts';
import { refusals } from '../contract-fields.ts';
import type { Services } from '../tables.ts';
import { blogHandlers } from './blog-handlers.ts';
import { listChoices } from './choices.ts';
import { readAdminFrame, saveFrame } from './frame.ts';
import { discardDraft, previewSection, publishHome, readAdminHome, readHome, saveDraft, withdrawHome } from './home.ts';
import { importRedirects } from './import-redirects.ts';
import { adminPageView, listedPageView, publicPageView } from './page.view.ts';
import { PAGE } from './page-kind.ts';
import { countPages, listPages, PAGES } from './pages.store.ts';
import { storePicture } from './pictures.store.ts';
import { countRedirects, listRedirects, redirectView } from './redirects.store.ts';
import { changeEntry, createEntry, deleteEntry } from './save-entry.ts';
import { changeRedirect, createRedirect, deleteRedirect } from './save-redirect.ts';

export function handlers(services: Services): Handlers<typeof contentContract> {
  const { db } = services;
  return {
    ...blogHandlers(services),
    'GET /content/pages/{slug}': async ({ params }) => {
      dependsOn('plugin');
      const row = await PAGES.readPublic(db, params.slug, services.now());
      if (!row) throw refuse(refusals.page_not_found);
      validUntil(row.publish_until ?? undefined);
      return respond(publicPageView(row));
    },
    'GET /content/home': async () => respond(await readHome(services)),
    'GET /admin/content/home': async () =>
      respond({ ...(await readAdminHome(db)), types: services.sections.types().map((type) => ({ ...type })) }),
    'GET /admin/content/home/section': async ({ query: { type, settings } }) =>
      respond({ data: await previewSection(services, type, settings) }),
    'GET /admin/content/choices': async ({ query }) => respond(await listChoices(services, query)),
    'PUT /admin/content/home/draft': async ({ body, caller, request }) =>
      respond(await saveDraft(services, body, { actor: caller, request }), 'Draft saved'),
    'POST /admin/content/home/publish': async ({ body: { revision }, caller, request }) =>
      respond(await publishHome(services, revision, { actor: caller, request }), 'Home page published'),
    'POST /admin/content/home/discard': async ({ body: { revision }, caller, request }) =>
      respond(await discardDraft(services, revision, { actor: caller, request }), 'Draft discarded'),
    'POST /admin/content/home/withdraw': async ({ body: { revision }, caller, request }) =>
      respond(
        await withdrawHome(services, revision, { actor: caller, request }),
        'The shop shows the default home page',
      ),
    'GET /admin/content/frame': async () => respond(await readAdminFrame(db)),
    'PUT /admin/content/frame': async ({ body, caller, request }) =>
      respond(await saveFrame(services, body, { actor: caller, request }), 'Saved'),
    'GET /admin/content/pages': async ({ query }) => {
      const now = services.now();
      const filter = { search: query.search, status: query.status, now };
      const [total, rows] = await Promise.all([
        countPages(db, filter),
        listPages(db, { ...filter, ...rangeOf(query) }),
      ]);
      return respond(
        pageOf(
          query,
          total,
          rows.map((row) => listedPageView(row, now)),
        ),
      );
    },
    'GET /admin/content/pages/{id}': async ({ params }) => {
      const row = await PAGES.read(db, params.id);
      if (!row) throw refuse(refusals.page_not_found);
      return respond(adminPageView(row, services.now()));
    },
    'POST /admin/content/pages': async ({ body, caller, request }) =>
      respond(await createEntry(services, PAGE, body, { actor: caller, request }), `Page ${body.title} created`),
    'PUT /admin/content/pages/{id}': async ({ params, body: { revision, ...fields }, caller, request }) =>
      respond(
        await changeEntry(services, PAGE, params.id, { revision, fields }, { actor: caller, request }),
        `Page ${fields.title} saved`,
      ),
    'DELETE /admin/content/pages/{id}': async ({ params, caller, request }) => {
      await deleteEntry(services, PAGE, params.id, { actor: caller, request });
      return respond(null, 'Page deleted');
    },
    'POST /admin/content/pictures': async ({ file, caller, request }) =>
      respond(await storePicture(services, file, { actor: caller, request })),
    'GET /admin/content/redirects': async ({ query }) => {
      const [total, rows] = await Promise.all([
        countRedirects(db, query.search),
        listRedirects(db, { search: query.search, ...rangeOf(query) }),
      ]);
      return respond(pageOf(query, total, rows.map(redirectView)));
    },
    'POST /admin/content/redirects': async ({ body, caller, request }) =>
      respond(
        await createRedirect(services, body, { actor: caller, request }),
        `Redirect from ${body.from_path} created`,
      ),
    'POST /admin/content/redirects/import': async ({ file, caller, request }) =>
      respond(await importRedirects(services, file, { actor: caller, request })),
    'PUT /admin/content/redirects/{id}': async ({ params, body, caller, request }) =>
      respond(await changeRedirect(services, params.id, body, { actor: caller, request }), 'Redirect saved'),
    'DELETE /admin/content/redirects/{id}': async ({ params, caller, request }) => {
      await deleteRedirect(services, params.id, { actor: caller, request });
      return respond(null, 'Redirect deleted');
    },
  };
}
