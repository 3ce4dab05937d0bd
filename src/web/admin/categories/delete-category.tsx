import { useState } from 'react';
import { messageOf } from '#web/api/api-error.ts';
import { ConfirmDialog } from '#web/ui/dialog.tsx';
import { savedMessage } from '../shared/local-first.ts';
import type { Tell } from '../shared/notice.tsx';
import { type ShownCategory, useCategoryWrites } from './categories-data.ts';

interface DeleteCategoryProps {
  /** Null while nothing is being deleted. */
  category: ShownCategory | null;
  tell: Tell;
  onClose: () => void;
}

/** Confirms and deletes a category. */
export function DeleteCategory({ category, tell, onClose }: DeleteCategoryProps) {
  const { remove } = useCategoryWrites();
  const [isDeleting, setDeleting] = useState(false);

  const confirm = async (doomed: ShownCategory) => {
    setDeleting(true);
    try {
      tell('success', savedMessage('Category deleted', await remove(doomed)));
    } catch (error) {
      tell('danger', messageOf(error, 'Failed to delete category'));
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
