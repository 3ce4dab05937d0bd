import { useState } from 'react';
import { messageOf } from '#web/api/api-error.ts';
import type { Notify } from '#web/shared/notice.tsx';
import { ConfirmDialog } from '#web/ui/dialog.tsx';
import { savedMessage } from '../shared/local-first.ts';
import { type ShownCategory, useCategoryWrites } from './categories-data.ts';

interface DeleteCategoryProps {
  /** Null while nothing is being deleted. */
  category: ShownCategory | null;
  notify: Notify;
  onClose: () => void;
}

/** Confirms and deletes a category. */
export function DeleteCategory({ category, notify, onClose }: DeleteCategoryProps) {
  const { remove } = useCategoryWrites();
  const [isDeleting, setDeleting] = useState(false);

  const confirm = async (doomed: ShownCategory) => {
    setDeleting(true);
    try {
      notify('success', savedMessage('Category deleted', await remove(doomed)));
    } catch (error) {
      notify('danger', messageOf(error, 'Failed to delete category'));
    } finally {
      setDeleting(false);
      onClose();
    }
  };
  return (
    <ConfirmDialog
      isOpen={category !== null}
      onClose={onClose}
      title={`Delete ${category?.name}?`}
      confirmLabel="Delete category"
      busy={isDeleting && 'Deleting…'}
      onConfirm={() => category && void confirm(category)}
    >
      Are you sure you want to delete this category? This action cannot be undone.
    </ConfirmDialog>
  );
}
