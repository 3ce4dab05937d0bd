import {
  counted,
  dependsOn,
  type Handlers,
  type ProductFilterOptions,
  pageOf,
  rangeOf,
  refuse,
  respond,
  validUntil,
} from '#plugin';
import type { collectionContract } from '../contract.ts';
import { collectionRefusals } from '../refusals.ts';
import type { CollectionRow, Services } from '../tables.ts';
import { browseProducts, findProducts, listProducts, type Selection, selectionsOf } from './collection-products.ts';
import {
  countForAdmin,
  countVisible,
  findVisible,
  listForAdmin,
  listVisible,
  nextPublication,
} from './collections.store.ts';
import { storeUpload } from './pictures.ts';
import {
  createCollection,
  deleteCollections,
  readCollection,
  setPublished,
  updateCollection,
} from './save-collection.ts';
import { adminRowView, type Contents, listedView, nextChange, pickedView, publicView } from './views.ts';

/** Products in the preview of a rule. */
const PREVIEW = 12;

const COLLECTIONS = ['collection', 'collections'] as const;

type ListedCategory = ProductFilterOptions['categories'][number];

/** The name with those of the categories above: `Clothing › Shoes`. */
function pathOf({ name, parentId }: ListedCategory, all: readonly ListedCategory[]): string {
  const parent = all.find(({ id }) => id === parentId);
  return parent ? `${pathOf(parent, all)} › ${name}` : name;
}

export function handlers(services: Services): Handlers<typeof collectionContract> {
  const { db, now, products } = services;

  async function contentsOf(selection: Selection): Promise<Contents> {
    const { products: first, total } = await listProducts(services, selection, { offset: 0, limit: 1 });
    return { total, cover: first[0]?.images[0] ?? null };
  }

  async function withContents<C extends Omit<CollectionRow, 'created_at'>>(rows: readonly C[]) {
    const selections = await selectionsOf(services, rows);
    return Promise.all(selections.map(async (row) => ({ row, contents: await contentsOf(row) })));
  }

  /** @throws a refusal `collections.not_found` */
  async function visible(slug: string) {
    dependsOn('plugin');
    const row = await findVisible(db, now(), slug);
    if (row) validUntil(nextChange(row, now()));
    const [selection] = row ? await selectionsOf(services, [row]) : [];
    if (!selection) throw refuse(collectionRefusals.not_found);
    return selection;
  }

  return {
    'GET /collections': async ({ query }) => {
      dependsOn('plugin');
      const at = now();
      const [total, rows, next] = await Promise.all([
        countVisible(db, at),
        listVisible(db, at, rangeOf(query)),
        nextPublication(db, at),
      ]);
      validUntil(next);
      const listed = (await withContents(rows)).map(({ row, contents }) => listedView(row, contents));
      return respond(pageOf(query, total, listed));
    },
    'GET /collections/{slug}': async ({ params }) => {
      const collection = await visible(params.slug);
      return respond(publicView(collection, await contentsOf(collection)));
    },
    'GET /collections/{slug}/products': async ({ params, query }) => {
      return respond(await browseProducts(services, await visible(params.slug), query));
    },
    'GET /admin/collections': async ({ query }) => {
      const [total, rows] = await Promise.all([countForAdmin(db, query), listForAdmin(db, query, rangeOf(query))]);
      const at = now();
      const views = (await withContents(rows)).map(({ row, contents }) => adminRowView(row, contents, at));
      return respond(pageOf(query, total, views));
    },
    'GET /admin/collections/{id}': async ({ params }) => respond(await readCollection(services, params.id)),
    'POST /admin/collections': async ({ body, caller, request }) =>
      respond(await createCollection(services, body, { actor: caller, request }), 'Collection created.'),
    'PUT /admin/collections/{id}': async ({ params, body, caller, request }) =>
      respond(await updateCollection(services, params.id, body, { actor: caller, request }), 'Collection saved.'),
    'PUT /admin/collections/published': async ({ body, caller, request }) => {
      const changed = await setPublished(services, body.ids, body.is_published, { actor: caller, request });
      return respond({ changed }, `${counted(changed, COLLECTIONS)} ${body.is_published ? 'published' : 'hidden'}.`);
    },
    'POST /admin/collections/deletion': async ({ body, caller, request }) => {
      const deleted = await deleteCollections(services, body.ids, { actor: caller, request });
      return respond({ deleted }, `${counted(deleted, COLLECTIONS)} deleted.`);
    },
    'GET /admin/collections/preview': async ({ query: { rule, sort, max_products = null } }) => {
      const selection = { picked: [], rule, sort, max_products };
      const { ids, total } = await findProducts(services, selection, { offset: 0, limit: PREVIEW });
      return respond({ total, products: (await products.byIds(ids)).map(pickedView) });
    },
    'GET /admin/collections/products': async ({ query }) => {
      const { ids, total } = await products.find({ text: query.search || undefined, ...rangeOf(query) });
      return respond(pageOf(query, total, (await products.byIds(ids)).map(pickedView)));
    },
    'GET /admin/collections/options': async () => {
      const { categories, brands, customFields } = await products.filterOptions();
      return respond({
        categories: categories.map((category) => ({ id: category.id, name: pathOf(category, categories) })),
        brands: [...brands],
        custom_fields: customFields.map(({ key, label, kind, unit, choices }) => ({
          ...{ key, label, unit },
          kind: kind === 'text' ? 'choice' : kind,
          choices: choices.map(({ value, label }) => ({ value, label })),
        })),
      });
    },
    'POST /admin/collections/pictures': async ({ file, caller, request }) =>
      respond({ url: await storeUpload(services, file, { actor: caller, request }) }),
  };
}
