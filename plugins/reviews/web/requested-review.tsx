import { useState } from 'react';
import { Banner, Button, ErrorSummary, Link, Picture, useShopForm } from '#plugin/web';
import type { OwnReview } from '../contract.ts';
import { EMPTY_REVIEW, ReviewFields, type ReviewValues } from './review-fields.tsx';
import { api } from './reviews-data.ts';
import { Stars } from './stars.tsx';
import { uploadWithToken } from './upload-picture.ts';

export interface RequestedProduct {
  readonly id: number;
  readonly name: string;
  readonly slug: string;
  readonly image: string | null;
  readonly review: OwnReview | null;
}

/** One product of the order with its review, or the form for it. */
export function RequestedReview({ product, token }: { product: RequestedProduct; token: string }) {
  const [review, setReview] = useState<ReviewValues | null>(product.review && { ...EMPTY_REVIEW, ...product.review });
  const [isEditing, setEditing] = useState(review === null);
  const [message, setMessage] = useState<string | null>(null);

  return (
    <section aria-label={product.name} className="panel p-5 md:p-6">
      <div className="flex items-center gap-4">
        <Picture src={product.image} alt="" sizes="72px" className="size-18 rounded-field" />
        <h2 className="min-w-0 text-xl wrap-anywhere">
          <Link to={`/products/${product.slug}`}>{product.name}</Link>
        </h2>
      </div>
      {message && (
        <Banner tone="success" className="mt-5">
          {message}
        </Banner>
      )}
      {isEditing ? (
        <Form
          product={product}
          token={token}
          review={review}
          onSaved={(saved, text) => {
            setReview(saved);
            setMessage(text);
            setEditing(false);
          }}
        />
      ) : (
        review && (
          <div className="mt-5">
            <p className="flex flex-wrap items-center gap-2">
              <Stars stars={review.stars} />
              <span className="font-semibold wrap-anywhere">{review.title}</span>
            </p>
            <p className="mt-2 whitespace-pre-line wrap-anywhere">{review.text}</p>
            <Button look="secondary" small className="mt-4" onClick={() => setEditing(true)}>
              Edit your review
            </Button>
          </div>
        )
      )}
    </section>
  );
}

interface FormProps {
  product: RequestedProduct;
  token: string;
  review: ReviewValues | null;
  onSaved: (review: ReviewValues, message: string) => void;
}

function Form({ product, token, review, onSaved }: FormProps) {
  const shopForm = useShopForm<ReviewValues>(
    review ?? EMPTY_REVIEW,
    async (values) => {
      const { stars, title, text, pictures } = values;
      const input = { params: { productId: product.id }, body: { token, stars, title, text, pictures } };
      onSaved(values, await api.callForMessage('PUT /reviews/requests/products/{productId}', input));
    },
    { otherwise: 'Your review could not be saved.' },
  );
  const { isSubmitting } = shopForm.form.formState;
  return (
    <form onSubmit={shopForm.submit} noValidate className="mt-6 grid gap-5">
      <ErrorSummary message={shopForm.failure} attempt={shopForm.attempt} />
      <ReviewFields shopForm={shopForm} upload={uploadWithToken(token)} />
      <div>
        <Button type="submit" busy={isSubmitting && 'Saving…'}>
          Send review
        </Button>
      </div>
    </form>
  );
}
