import type { Data } from '#web/api/calls.ts';

type ToldProduct = Data<'GET /products/{id}'>['product'];
/** With the category fields of its page. */
export type Product = Omit<ToldProduct, 'category'> & {
  readonly category: Pick<ToldProduct['category'], 'id' | 'name' | 'slug'> & {
    /** From the first level down to the category itself. */
    readonly path: readonly { readonly id: number; readonly name: string }[];
  };
};
export type Variant = Product['variants'][number];
