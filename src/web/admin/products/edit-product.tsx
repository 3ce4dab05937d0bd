import { useRef, useState } from 'react';
import { Unavailable } from '#web/shared/unavailable.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { ProductDialog, type ProductDialogProps } from './product-dialog.tsx';
import type { Opened } from './product-values.ts';
import { useProduct } from './products-data.ts';
import type { ShownProduct } from './products-fallback.ts';

interface EditedProduct {
  id: number;
  /** As in the list, if it is there. */
  row: ShownProduct | undefined;
}

/** Opens the current product, not the one cached by the list. */
export function EditProduct({ id, row, ...dialog }: ProductDialogProps & EditedProduct) {
  const { data, error, refetch } = useProduct(id, row);
  // Refetching after a save would overwrite what is being typed.
  const first = useRef(data);
  first.current ??= data;
  const [newest, setNewest] = useState<Opened>();
  const product = newest ?? first.current;
  if (product) {
    const readNewest = async () => (await refetch({ throwOnError: true })).data ?? product;
    return (
      <ProductDialog
        key={product.revision}
        product={product}
        newer={{ read: readNewest, show: setNewest }}
        {...dialog}
      />
    );
  }
  return (
    <Dialog isOpen onClose={dialog.onClose} title={row ? `Edit ${row.name}` : 'Edit product'} className="dialog-wide">
      <Unavailable what="the product" error={error} onRetry={refetch} className="h-96" />
    </Dialog>
  );
}
