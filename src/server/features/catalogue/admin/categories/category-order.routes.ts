import type { categoryOrderEndpoints, OrderedProduct } from '#contract/admin/category-order.ts';
import type { ProductCard } from '#contract/storefront/product.ts';
import { MAX_PLACED } from '#domain/catalogue/product-order.ts';
import { pageOf, rangeOf } from '#domain/paging.ts';
import { type Handlers, respond } from '#server/platform/http/handler.ts';
import { createCardReader } from '../../storefront/card-reader.ts';
import { categoryStepView } from '../../storefront/category.view.ts';
import { createProductReader } from '../../storefront/product-reader.ts';
import { type ArrangeServices, discardOrder, moveProduct, readArrangement } from './arrange-products.ts';

function view(card: ProductCard, position: number | null, isPlaced: boolean): OrderedProduct {
  const { id, name, slug, images, price, sale_price, stock } = card;
  return { id, name, slug, images, price, sale_price, stock, position, is_placed: isPlaced };
}

export function categoryOrderHandlers(services: ArrangeServices): Handlers<typeof categoryOrderEndpoints> {
  const { db, search, categories } = services;
  const readCards = createCardReader({ products: createProductReader(db), categories });
  const readState = async (categoryId: number) => {
    const { revision, visiblePlaced } = await readArrangement(services, categoryId);
    return { revision, placed_count: visiblePlaced.length };
  };

  return {
    'GET /admin/categories/{id}/products': async ({ params, query: { search: text, page, per_page } }) => {
      const categoryId = params.id;
      const { category, revision, placed, visiblePlaced } = await readArrangement(services, categoryId);
      const span = rangeOf({ page, per_page });
      const { ids, total } = await search.list({ categoryId, text, first: placed, ...span });
      const listed =
        text === undefined
          ? { ids, from: span.offset }
          : { ids: (await search.list({ categoryId, first: placed, offset: 0, limit: MAX_PLACED })).ids, from: 0 };
      const positions = new Map(listed.ids.map((id, index) => [id, listed.from + index + 1]));
      const isPlaced = new Set(visiblePlaced);
      const cards = await readCards(ids);
      const data = cards.map((card) => view(card, positions.get(card.id) ?? null, isPlaced.has(card.id)));
      return respond({
        ...pageOf({ page, per_page }, total, data),
        revision,
        placed_count: visiblePlaced.length,
        category: categoryStepView(category),
      });
    },
    'PUT /admin/categories/{id}/products/{productId}/position': async ({ caller, request, params, body }) => {
      const move = { categoryId: params.id, productId: params.productId, ...body };
      await moveProduct(services, move, { actor: caller, request });
      return respond(await readState(params.id), 'Product moved successfully');
    },
    'DELETE /admin/categories/{id}/products/order': async ({ caller, request, params, query }) => {
      await discardOrder(services, params.id, query.revision, { actor: caller, request });
      return respond(await readState(params.id), 'Order discarded successfully');
    },
  };
}
