import type { Data } from '#web/api/calls.ts';

export type ListFacets = NonNullable<Data<'GET /products'>['facets']>;
/** A field that is offered as a filter. */
export type CustomFacet = ListFacets['custom'][number];
/** An option of variants that is offered as a filter. */
export type OptionFacet = ListFacets['options'][number];
