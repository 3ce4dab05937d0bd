import type { SortKey } from '#contract/storefront/product-list-query.ts';
import type { OptionCondition } from '#domain/catalogue/option-values.ts';
import type { ChangeFeed } from '#server/cluster/change-feed.ts';
import type { SearchSynonyms } from '#server/features/search/index.ts';
import type { DatabaseConnection } from '#server/platform/database/connection.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { Logger } from '#server/platform/log.ts';
import type { CustomFields } from './custom-fields/custom-fields.ts';

/**
 * A condition on a custom field, or on a product field that is a filter. A choice, flag (`true`, `false`) or text has one of the
 * values; a number or date (in days since 1970) lies between the limits, inclusive.
 */
export type CustomCondition = { readonly key: string } & (
  | { readonly values: readonly string[] }
  | { readonly min?: number | undefined; readonly max?: number | undefined }
);

/** An active category. */
export interface ListedCategory {
  readonly id: number;
  readonly name: string;
  readonly slug: string;
  /** The category above; null on the first level. */
  readonly parentId: number | null;
}

/** Which products a list contains. A product must meet every condition that is set. */
export interface CatalogueFilter {
  /** Words to search for; the engine corrects spelling and ranks by relevance. */
  readonly text?: string | undefined;
  /** With all categories below it. */
  readonly categoryId?: number | undefined;
  /** One, or any of several; case and accents do not matter. */
  readonly brand?: string | readonly string[] | undefined;
  /** Limits of the effective price (the sale price, if there is one) in cents, inclusive. */
  readonly minPrice?: number | undefined;
  readonly maxPrice?: number | undefined;
  readonly isInStock?: boolean | undefined;
  readonly isOnSale?: boolean | undefined;
  /** Hundredths of a star. */
  readonly minRating?: number | undefined;
  /** At most one condition per field; only fields that are filters (`CustomFields.filters`). */
  readonly custom?: readonly CustomCondition[] | undefined;
  /** Has this tag; case and accents do not matter. */
  readonly tag?: string | undefined;
  /** Created at this time or later, in milliseconds since 1970. */
  readonly createdSince?: number | undefined;
  /** In addition to the conditions above. */
  readonly rule?: CatalogueRule | undefined;
  /** One variant must meet all of these, and be in stock if `isInStock`. */
  readonly options?: readonly OptionCondition[] | undefined;
  /** Only these products, whatever the text. */
  readonly among?: readonly number[] | undefined;
  /** The merchant's rule for this text. */
  readonly pins?: SearchPins | undefined;
}

/**
 * Products that meet all or any of these filters; each filter can contain a rule. A text in them has to match as it is
 * written: nothing is corrected and no word dropped.
 */
export interface CatalogueRule {
  readonly match: 'all' | 'any';
  readonly filters: readonly CatalogueFilter[];
}

/** Product ids pinned to the top for a text, in this order, or hidden. */
export interface SearchPins {
  readonly pinned: readonly number[];
  readonly hidden: readonly number[];
}

export interface CatalogueQuery extends CatalogueFilter {
  /**
   * Undefined: by relevance with a text, else in the order of `among`, else by name. Equal products are ordered by id.
   * `popularity` puts the best-selling products first, whatever `isDescending` says.
   */
  readonly sortBy?: SortKey | 'popularity' | undefined;
  readonly isDescending?: boolean | undefined;
  /** These products first, in this order, where neither a text nor `sortBy` nor `among` decides. */
  readonly first?: readonly number[] | undefined;
  readonly offset: number;
  readonly limit: number;
}

export interface CataloguePage {
  /** Product ids of the page, in order. */
  readonly ids: number[];
  readonly total: number;
  /** What was searched instead of the text, if its spelling was corrected. */
  readonly corrected: string | null;
  /** If nothing was found: categories that may be meant. */
  readonly categories?: readonly ListedCategory[];
  /** How the text was understood; missing if it was a plain search. */
  readonly understood?: SearchUnderstanding;
}

/** A condition that a search text can contain. */
export type ListCondition = Pick<CatalogueFilter, 'minPrice' | 'maxPrice' | 'isInStock' | 'isOnSale' | 'options'>;

/** What an engine derived from a search text besides its words. */
export interface SearchUnderstanding {
  /** Parts of the text that act as filters, such as 'under 200', each with the text without it. */
  readonly filters: readonly {
    readonly label: string;
    readonly without: string;
    /** Its place in the text. */
    readonly start: number;
    readonly end: number;
    /** What says the same without words. */
    readonly condition: ListCondition | undefined;
  }[];
  /** Words and filters that were dropped because no product matches all of them. */
  readonly dropped: readonly string[];
}

/**
 * How many products each choice beside a list would find. A choice is counted with all other conditions of the filter,
 * but instead of the condition of its own kind: brands are counted as if no brand were chosen. Brands, options and their values are
 * spelled as most of the counted products spell them; of equally frequent spellings, as the first in the order of characters.
 */
export interface CatalogueFacets {
  /** Those with products, siblings in the merchant's order; a count includes the categories below. */
  readonly categories: readonly (ListedCategory & { readonly count: number })[];
  /** The thirty most frequent ones. */
  readonly brands: readonly { readonly name: string; readonly count: number }[];
  /** Products with at least this many stars: 4, 3, 2 and 1. */
  readonly ratings: readonly { readonly min: number; readonly count: number }[];
  readonly inStock: number;
  readonly onSale: number;
  /** Range of effective prices in cents; null when there is no product. */
  readonly price: { readonly min: number; readonly max: number } | null;
  /** One for each field that is a filter, in the order of `CustomFields.filters`. */
  readonly custom: readonly {
    readonly key: string;
    /**
     * Of a choice or a flag, each value that products have. Of a text: the thirty most frequent ones, and those of the filter's
     * condition that products have.
     */
    readonly counts: readonly { readonly value: string; readonly count: number }[];
    /** Of a number or a date (in days since 1970); null when there is no product. */
    readonly range: { readonly min: number; readonly max: number } | null;
  }[];
  /**
   * For each option that variants have (see `#domain/catalogue/option-values.ts`). A product counts once for each value that a
   * variant has which meets the conditions on the other options.
   */
  readonly options: readonly {
    readonly key: string;
    /** The option's name. */
    readonly label: string;
    readonly values: readonly { readonly value: string; readonly label: string; readonly count: number }[];
  }[];
}

export interface SuggestionLimits {
  readonly products: number;
  readonly categories: number;
}

export interface CatalogueSuggestions {
  /** The most popular products whose names continue the text, or else what a search finds. */
  readonly productIds: readonly number[];
  /** Categories whose names continue the text. */
  readonly categories: readonly ListedCategory[];
  /** What was searched instead of the text, if its spelling was corrected. */
  readonly corrected: string | null;
}

/** How results have changed, while the categories have not. A sale changes none while the product stays in stock. */
export interface ListChange {
  /** Products have entered or left lists, sold out, come back in stock, or changed their order. */
  readonly lists: boolean;
  /** Categories, with their parents, of products in which anything but the stock has changed; `all`: it is unknown which. */
  readonly categories: readonly number[] | 'all';
  /** Products whose change was not announced. */
  readonly products?: readonly number[];
}

/**
 * Finds products: the port between the catalogue and its search engine. It returns ids; names, prices and stock are
 * read from the database. It contains only what every visitor may see: active products of active categories.
 * Every query rejects with Refusal `server.starting` while the engine is not ready.
 */
export interface CatalogueSearch {
  /** One page of a list, filtered, sorted and searched. */
  list(query: CatalogueQuery): Promise<CataloguePage>;
  /** A page of a list with the counts of its filters, from the same state. */
  listWithFacets(query: CatalogueQuery): Promise<CataloguePage & { readonly facets: CatalogueFacets }>;
  /** Suggestions for an incomplete text. */
  suggest(text: string, limits: SuggestionLimits): Promise<CatalogueSuggestions>;
  /**
   * Ids of related products; none if the product is not visible. Up to half of them can be products that are bought
   * together with it. What is out of stock is used only where nothing else is left.
   * @param boughtTogether ids, best first
   */
  related(productId: number, limit: number, boughtTogether?: readonly number[]): Promise<readonly number[]>;
  /** The active categories, siblings in the merchant's order, with the number of products in them and below. */
  categories(): Promise<readonly (ListedCategory & { readonly productCount: number })[]>;

  /** Whether the engine can answer. The shop reports itself as ready (`/readyz`) once it can. */
  isLoaded(): boolean;
  /**
   * Waits, for a few seconds at most, until the engine can answer.
   * @throws Refusal `server.starting` if that takes longer; the engine's own error if it fails.
   */
  untilLoaded(): Promise<void>;
  /**
   * Calls the listener whenever results may have changed: cached responses are then dropped.
   * @param listener gets what has changed; undefined: anything
   */
  onUpdate(listener: (change?: ListChange) => void): void;
  close(): Promise<void>;
}

/** Context of an engine. */
export interface SearchEngineContext {
  readonly db: Database;
  /** How to open further connections, such as in a worker thread. */
  readonly connection: Pick<DatabaseConnection, 'url' | 'traits'>;
  /** Notifies about changed products and categories within milliseconds of their commit. */
  readonly changes: ChangeFeed;
  /** Products can be filtered by these fields. */
  readonly customFields: Pick<CustomFields, 'all' | 'filters'>;
  /** The shop's synonyms. */
  readonly synonyms: Pick<SearchSynonyms, 'current'>;
  /** Where the engine may keep files of its own. */
  readonly dataDir: string;
  readonly log: Logger;
}

/** An implementation of the catalogue search. The composition root opens one of them (`open-services.ts`). */
export interface SearchEngine {
  readonly name: string;
  /** Returns at once and loads in the background. */
  open(context: SearchEngineContext): CatalogueSearch;
}
