import { useEffect, useState } from 'react';
import { createApi, type SlotProps } from '#plugin/web';
import type { alertContract, OwnAlert } from '../contract.ts';
import { AlertButton } from './alert-button.tsx';

const { call } = createApi<typeof alertContract>();

const IN_PLACE_OF_BUYING = { look: 'secondary', label: 'Notify me' } as const;
const BELOW_OTHERS = { look: 'quiet', label: 'Notify me if the price drops' } as const;

type Kinds = readonly OwnAlert['kind'][];

/** Asked once for all lines of the wishlist. */
let asked: Promise<Kinds> | undefined;

function readKinds(): Promise<Kinds> {
  asked ??= call('GET /stock-and-price-alerts/kinds')
    .then(({ kinds }) => kinds)
    .catch(() => {
      asked = undefined;
      return [];
    });
  return asked;
}

/** On a line of the wishlist: for the product as a whole. A sold-out product has no other action there. */
export default function WishlistAlert({ product }: SlotProps<'wishlist.line'>) {
  const [kinds, setKinds] = useState<Kinds>([]);
  useEffect(() => {
    void readKinds().then(setKinds);
  }, []);
  const { id, name, slug, image, stock_quantity: stock } = product;
  const kind = stock > 0 ? 'price' : 'stock';
  if (!kinds.includes(kind)) return null;
  return (
    <AlertButton
      key={kind}
      kind={kind}
      product={{ id, name, slug, image }}
      variant={null}
      {...(kind === 'stock' ? IN_PLACE_OF_BUYING : BELOW_OTHERS)}
    />
  );
}
