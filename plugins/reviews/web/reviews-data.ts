import { useRef, useState } from 'react';
import { createApi } from '#plugin/web';
import type { PublicReview, reviewContract } from '../contract.ts';
import type { ProductReviews } from '../server/load-products.ts';

export const api = createApi<typeof reviewContract>();

export type Sort = 'newest' | 'highest' | 'lowest';

export interface Filter {
  readonly sort: Sort;
  readonly stars: number | null;
  readonly onlyWithPictures: boolean;
}

const EVERYTHING: Filter = { sort: 'newest', stars: null, onlyWithPictures: false };
/** As many as the server renders. */
const PAGE_SIZE = 6;

export const countOf = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0);

interface Loaded {
  readonly reviews: readonly PublicReview[];
  readonly total: number;
  readonly page: number;
}

/** The reviews of a product as they are filtered and sorted; the first ones come with the page. */
export function useReviews(productId: number, first: ProductReviews) {
  const [filter, setFilter] = useState(EVERYTHING);
  /** Null: what came with the page. */
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const [state, setState] = useState<'ready' | 'loading' | 'failed'>('ready');
  const latest = useRef(0);
  const asked = useRef({ filter: EVERYTHING, page: 1 });
  const shown = loaded ?? { reviews: first.reviews, total: countOf(first.counts), page: 1 };

  async function load(next: Filter, page: number) {
    latest.current += 1;
    const own = latest.current;
    asked.current = { filter: next, page };
    setFilter(next);
    setState('loading');
    try {
      const answer = await api.call('GET /reviews/products/{productId}', {
        params: { productId },
        query: {
          page,
          per_page: PAGE_SIZE,
          sort: next.sort,
          stars: next.stars ?? undefined,
          pictures: next.onlyWithPictures ? 'true' : 'false',
        },
      });
      if (own !== latest.current) return;
      const former = page > 1 ? shown.reviews : [];
      // A review that was published meanwhile moves others to the next page.
      const added = answer.data.filter(({ id }) => former.every((review) => review.id !== id));
      setLoaded({ reviews: [...former, ...added], total: answer.total, page });
      setState('ready');
    } catch {
      if (own === latest.current) setState('failed');
    }
  }

  return {
    ...shown,
    filter,
    state,
    show: (changes: Partial<Filter>) => void load({ ...filter, ...changes }, 1),
    showMore: () => void load(filter, shown.page + 1),
    retry: () => void load(asked.current.filter, asked.current.page),
    /** Back to what came with the page, which may be new. */
    reset: () => {
      latest.current += 1;
      setFilter(EVERYTHING);
      setLoaded(null);
      setState('ready');
    },
  };
}
