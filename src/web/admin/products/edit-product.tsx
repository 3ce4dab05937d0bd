import { useRef, useState } from 'react';
import { Unavailable } from '#web/shared/unavailable.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { ProductDialog, type ProductDialogProps } from './product-dialog.tsx';
import { isWhole, type OpenedProduct } from './product-values.ts';
import { useProduct } from './products-data.ts';
import type { ShownProduct } from './products-fallback.ts';

interface EditedProduct {
  id: number;
  /** As in the list, if it is there. */
  row: ShownProduct | undefined;
}

/** Opens the current product, not the one cached by the list. */
export function EditProduct({
  id,
  row,
  onDuplicate,
  ...dialog
}: ProductDialogProps & EditedProduct & { onDuplicate: (id: number) => void }) {
  const { data, error, refetch } = useProduct(id, row);
  // Refetching after a save would overwrite what is being typed.
  const first = useRef(data);
  first.current ??= data;
  const [newest, setNewest] = useState<OpenedProduct>();
  const product = newest ?? first.current;
  if (product) {
    const readNewest = async () => (await refetch({ throwOnError: true })).data ?? product;
    return (
      <ProductDialog
        key={product.revision}
        product={product}
        newer={{ read: readNewest, show: setNewest }}
        {...(isWhole(product) && { onDuplicate: () => onDuplicate(product.id) })}
        {...dialog}
      />
    );
  }
  const title = row ? `Edit ${row.name}` : 'Edit product';
  return <Opening title={title} error={error} onRetry={refetch} onClose={dialog.onClose} />;
}

/** The form of a new product, filled with the stored values of another one. */
export function CopyProduct({ id, row, ...dialog }: ProductDialogProps & EditedProduct) {
  const { data, error, refetch } = useProduct(id, row);
  const first = useRef(data);
  first.current ??= data;
  if (first.current) return <ProductDialog product={null} copied={first.current} {...dialog} />;
  return <Opening title="Add Product" error={error} onRetry={refetch} onClose={dialog.onClose} />;
}

interface OpeningProps extends Pick<ProductDialogProps, 'onClose'> {
  title: string;
  error: Error | null;
  onRetry: () => unknown;
}

/** The dialog while its product loads. */
function Opening({ title, error, onRetry, onClose }: OpeningProps) {
  return (
    <Dialog isOpen onClose={onClose} title={title} className="dialog-wide">
      <Unavailable what="the product" error={error} onRetry={onRetry} className="h-96" />
    </Dialog>
  );
}
