import { FormDialog, toast, useShopForm } from '#plugin/web';
import type { OwnReview } from '../contract.ts';
import { EMPTY_REVIEW, ReviewFields, type ReviewValues } from './review-fields.tsx';
import { api } from './reviews-data.ts';
import { uploadAsCustomer } from './upload-picture.ts';

interface ReviewDialogProps {
  product: { readonly id: number; readonly name: string };
  /** Null: a new one. */
  review: OwnReview | null;
  onSaved: () => void;
  onClose: () => void;
}

/** Writes or edits the customer's own review. */
export default function ReviewDialog({ product, review, onSaved, onClose }: ReviewDialogProps) {
  const shopForm = useShopForm<ReviewValues>(
    review ? { ...EMPTY_REVIEW, ...review } : EMPTY_REVIEW,
    async ({ stars, title, text, pictures }) => {
      const input = { params: { productId: product.id }, body: { stars, title, text, pictures } };
      toast(await api.callForMessage('PUT /reviews/own/{productId}', input));
      onSaved();
    },
    { otherwise: 'Your review could not be saved.', name: `review:${product.id}` },
  );
  return (
    <FormDialog
      title={review ? 'Edit your review' : `Review ${product.name}`}
      saveLabel={review ? 'Save review' : 'Send review'}
      shopForm={shopForm}
      onClose={onClose}
    >
      <ReviewFields shopForm={shopForm} upload={uploadAsCustomer} />
    </FormDialog>
  );
}
