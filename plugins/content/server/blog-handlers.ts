import { dependsOn, type Handlers, pageOf, rangeOf, refuse, respond, validUntil } from '#plugin';
import type { blogEndpoints } from '../blog-contract.ts';
import { refusals } from '../contract-fields.ts';
import type { Services } from '../tables.ts';
import { adminListedPostView, adminPostView, listedPostView, publicPostView } from './post.view.ts';
import { POST } from './post-kind.ts';
import { countPosts, listPosts, listPublicPosts, nextPublication, POSTS } from './posts.store.ts';
import { changeEntry, createEntry, deleteEntry } from './save-entry.ts';

export function blogHandlers(services: Services): Handlers<typeof blogEndpoints> {
  const { db } = services;
  return {
    'GET /content/posts': async ({ query }) => {
      dependsOn('plugin');
      const filter = { tag: query.tag, now: services.now() };
      const [total, rows, next] = await Promise.all([
        countPosts(db, { ...filter, status: 'published' }),
        listPublicPosts(db, { ...filter, ...rangeOf(query) }),
        nextPublication(db, filter.now),
      ]);
      validUntil(next);
      return respond(pageOf(query, total, rows.map(listedPostView)));
    },
    'GET /content/posts/{slug}': async ({ params }) => {
      dependsOn('plugin');
      const row = await POSTS.readPublic(db, params.slug, services.now());
      if (!row) throw refuse(refusals.post_not_found);
      return respond(publicPostView(row));
    },
    'GET /admin/content/posts': async ({ query }) => {
      const now = services.now();
      const filter = { search: query.search, status: query.status, now };
      const [total, rows] = await Promise.all([
        countPosts(db, filter),
        listPosts(db, { ...filter, ...rangeOf(query) }),
      ]);
      return respond(
        pageOf(
          query,
          total,
          rows.map((row) => adminListedPostView(row, now)),
        ),
      );
    },
    'GET /admin/content/posts/{id}': async ({ params }) => {
      const row = await POSTS.read(db, params.id);
      if (!row) throw refuse(refusals.post_not_found);
      return respond(adminPostView(row, services.now()));
    },
    'POST /admin/content/posts': async ({ body, caller, request }) =>
      respond(await createEntry(services, POST, body, { actor: caller, request }), `Post ${body.title} created`),
    'PUT /admin/content/posts/{id}': async ({ params, body: { revision, ...fields }, caller, request }) =>
      respond(
        await changeEntry(services, POST, params.id, { revision, fields }, { actor: caller, request }),
        `Post ${fields.title} saved`,
      ),
    'DELETE /admin/content/posts/{id}': async ({ params, caller, request }) => {
      await deleteEntry(services, POST, params.id, { actor: caller, request });
      return respond(null, 'Post deleted');
    },
  };
}
