import { optionGroups, pictureChoice } from '#domain/catalogue/variant-choices.ts';
import type { CartItem } from '#web/shared/cart/cart-item.ts';
import type { CardProduct } from '#web/shared/catalogue/card-product.ts';
import { offerOf } from '#web/shared/variants/offers.ts';
import type { ShownProduct } from '#web/shared/variants/shown-product.ts';

/** Products and cart lines for the gallery, not stored anywhere. */

export const card: CardProduct = {
  cuts: {},
  id: 1,
  name: 'Stoneware Teapot',
  slug: 'stoneware-teapot',
  price: '48.00',
  sale_price: null,
  stock: 12,
  brand: 'Kiln & Co',
  category: { id: 1, name: 'Kitchen', slug: 'kitchen' },
  has_variants: false,
  choices: [],
  average_rating: '4.6',
  review_count: 31,
  description: 'Holds a litre and keeps it warm. Fired at 1,240 °C, safe in the dishwasher.',
  image: null,
};

export const saleCard: CardProduct = { ...card, id: 2, name: 'Linen Apron', price: '60.00', sale_price: '39.00' };
export const soldOutCard: CardProduct = { ...card, id: 3, name: 'Walnut Board', stock: 0, review_count: 0 };
export const variantCard: CardProduct = {
  ...card,
  id: 4,
  name: 'Merino Jumper with a Name That Needs Two Lines',
  has_variants: true,
  choices: [
    { name: 'Colour', values: ['Mist', 'Moss'], swatches: ['#9fb4c0', '#6b7d4f'], count: 2 },
    { name: 'Size', values: ['S', 'M', 'L'], swatches: [], count: 3 },
  ],
};

const WRITTEN = '2026-01-15T09:00:00.000Z';

const plain: Omit<ShownProduct, 'groups' | 'offers' | 'pictureChoices'> = {
  ...card,
  category: { ...card.category, path: [card.category] },
  short_description: card.description,
  sku: 'KIL-TEA-1',
  images: [],
  image_alts: [],
  weight: '1.20',
  specifications: { Capacity: '1 l' },
  custom: [{ key: 'glaze', label: 'Glaze', kind: 'choice', value: 'ash', text: 'Ash' }],
  features: ['Safe in the dishwasher'],
  tags: ['tea'],
  is_active: true,
  is_featured: false,
  variants: [],
  meta_title: null,
  meta_description: null,
  barcode: '4006381333931',
  created_at: WRITTEN,
  updated_at: WRITTEN,
};

const shown = (product: typeof plain): ShownProduct => ({
  ...product,
  groups: optionGroups(product.variants),
  pictureChoices: product.images.map((image) => pictureChoice(product.variants, image)),
  offers: (product.variants.length > 0 ? product.variants : [null]).map((variant) => offerOf(product, variant)),
});

export const product = shown({ ...plain, price: '60.00', sale_price: '48.00', stock: 4 });
export const soldOutProduct = shown({ ...plain, stock: 0 });
export const variantProduct = shown({
  ...plain,
  has_variants: true,
  variants: ['Mist', 'Moss'].flatMap((colour, column) =>
    ['S', 'M', 'L'].map((size, row) => ({
      id: column * 3 + row + 1,
      name: `${colour} / ${size}`,
      sku: `MER-${colour}-${size}`,
      options: { Colour: colour, Size: size },
      price_modifier: size === 'L' ? '5.00' : '0.00',
      stock: size === 'S' ? 0 : 9,
      image: null,
      swatch: colour === 'Mist' ? '#9fb4c0' : '#6b7d4f',
    })),
  ),
});

export const cartItem: CartItem = {
  id: 'gallery-1',
  product: {
    id: card.id,
    name: card.name,
    slug: card.slug,
    brand: card.brand,
    images: [],
    price: '48.00',
    sale_price: null,
    stock: 12,
  },
  variant: null,
  quantity: 2,
  unit_price: '48.00',
  line_total: '96.00',
  previous_unit_price: null,
  problem: null,
};

export const cartItems: readonly CartItem[] = [
  cartItem,
  {
    ...cartItem,
    id: 'gallery-2',
    product: { ...cartItem.product, name: 'Merino Jumper' },
    variant: { id: 2, name: 'Mist / M', options: { Colour: 'Mist', Size: 'M' }, price_modifier: '0.00' },
    previous_unit_price: '52.00',
  },
  {
    ...cartItem,
    id: 'gallery-3',
    product: { ...cartItem.product, name: 'Linen Apron', stock: 1 },
    problem: 'not_enough_stock',
  },
  {
    ...cartItem,
    id: 'gallery-4',
    product: { ...cartItem.product, name: 'Walnut Board', stock: 0 },
    quantity: 1,
    line_total: '48.00',
    problem: 'sold_out',
  },
];

interface SampleOrder {
  readonly id: number;
  readonly number: string;
  readonly customer: string;
  readonly status: 'paid' | 'shipped' | 'cancelled';
  readonly total: string;
}

export const orders: readonly SampleOrder[] = [
  { id: 1, number: 'ST-1042', customer: 'Ada Lovelace', status: 'paid', total: '128.50' },
  { id: 2, number: 'ST-1041', customer: 'Grace Hopper', status: 'shipped', total: '48.00' },
  {
    id: 3,
    number: 'ST-1040',
    customer: 'A customer whose name is longer than its column',
    status: 'cancelled',
    total: '9.90',
  },
];
