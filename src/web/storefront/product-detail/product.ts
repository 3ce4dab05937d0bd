import type { Data } from '#web/api/calls.ts';

export type Product = Data<'GET /products/{id}'>['product'];
export type Variant = Product['variants'][number];
