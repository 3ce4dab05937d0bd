import { useState } from 'react';
import { messageOf } from '#web/api/api-error.ts';
import type { Notify } from '#web/shared/notice.tsx';
import { ConfirmDialog } from '#web/ui/dialog.tsx';
import { savedMessage } from '../shared/local-first.ts';
import { localProducts, useProductWrites } from './products-data.ts';
import type { ShownProduct } from './products-fallback.ts';

/** What to confirm before deletion: a product, or all local changes. */
export function useQuestion(notify: Notify) {
  const { remove } = useProductWrites();
  const [toDelete, setToDelete] = useState<ShownProduct | 'local' | null>(null);
  const [isDeleting, setDeleting] = useState(false);
  const close = () => setToDelete(null);

  const clearLocal = () => {
    localProducts.clear();
    close();
    notify('success', 'Local products cleared');
  };
  const deleteProduct = async (product: ShownProduct) => {
    setDeleting(true);
    try {
      notify('success', savedMessage('Product deleted', await remove(product)));
    } catch (error) {
      notify('danger', messageOf(error, 'Failed to delete product'));
    } finally {
      setDeleting(false);
      close();
    }
  };
  return {
    toDelete,
    ask: setToDelete,
    close,
    isDeleting,
    confirm: () => {
      if (toDelete === 'local') clearLocal();
      else if (toDelete) void deleteProduct(toDelete);
    },
  };
}

/** Names what is deleted, and the consequences. */
export function Question({ toDelete, close, isDeleting, confirm }: ReturnType<typeof useQuestion>) {
  const isLocal = toDelete === 'local';
  return (
    <ConfirmDialog
      isOpen={toDelete !== null}
      onClose={close}
      title={isLocal ? 'Clear local products?' : `Delete ${toDelete?.name}?`}
      confirmLabel={isLocal ? 'Clear Local' : 'Delete product'}
      busy={isDeleting && 'Deleting…'}
      onConfirm={confirm}
    >
      {isLocal ? (
        'Changes made only in this browser are discarded. The shop’s products are not affected.'
      ) : (
        <>
          <p>Are you sure you want to delete this product?</p>
          <p className="mt-2">It is removed from the shop, all carts and all wishlists. Orders keep their copies.</p>
        </>
      )}
    </ConfirmDialog>
  );
}
