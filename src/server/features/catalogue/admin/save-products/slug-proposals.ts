import type { Transaction } from '#server/platform/database/database.ts';
import { findSlugOwners, proposeProductSlug } from '../../slugs.store.ts';

export interface SlugRequest {
  readonly slug: string;
  /** The product that may keep its current or former slug. */
  readonly ownId?: number;
}

export interface SlugProposer {
  /** One slug per request, in order. The unique index decides. */
  propose(tx: Transaction, wanted: readonly SlugRequest[]): Promise<string[]>;
}

/** For a single product: concurrent forms that want the same slug wait for each other. */
export const lockedSlugs: SlugProposer = {
  async propose(tx, wanted) {
    const slugs: string[] = [];
    for (const { slug, ownId } of wanted) slugs.push(await proposeProductSlug(tx, slug, ownId));
    return slugs;
  },
};

/** Numbers tried at once for a name that others have. */
const WINDOW = 50;

/**
 * Slugs for many products. Remembers the last number of each name, so that ten thousand books called 'Poems' are not
 * counted from 1 each time. Only proposals: the unique index decides.
 */
export class SlugProposals implements SlugProposer {
  readonly #next = new Map<string, number>();

  /** One per request, in order. */
  async propose(tx: Transaction, wanted: readonly SlugRequest[]): Promise<string[]> {
    const found = new Map<number, string>();
    const given = new Set<string>();
    let isFirst = true;
    while (found.size < wanted.length) {
      const open = wanted.map((one, at) => ({ ...one, at })).filter(({ at }) => !found.has(at));
      const perName = isFirst ? 1 : WINDOW;
      const candidates = new Map(open.map(({ slug }) => [slug, this.#candidates(slug, perName)]));
      const owners = await findSlugOwners(tx, [...candidates.values()].flat());
      for (const { slug, ownId, at } of open) {
        const free = candidates
          .get(slug)
          ?.find((one) => !given.has(one) && (owners.get(one) ?? [ownId]).every((owner) => owner === ownId));
        if (free === undefined) continue;
        given.add(free);
        found.set(at, free);
      }
      for (const [slug, tried] of candidates) {
        if (tried.every((one) => given.has(one) || owners.has(one))) this.#next.set(slug, this.#from(slug) + perName);
      }
      isFirst = false;
    }
    return wanted.map((_, at) => found.get(at) ?? '');
  }

  #from(slug: string): number {
    return this.#next.get(slug) ?? 1;
  }

  #candidates(slug: string, count: number): string[] {
    const from = this.#from(slug);
    return Array.from({ length: count }, (_, index) => (from + index === 1 ? slug : `${slug}-${from + index}`));
  }
}
