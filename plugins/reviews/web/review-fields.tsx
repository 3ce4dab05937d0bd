import { useRef } from 'react';
import { type ShopForm, TextArea, TextField } from '#plugin/web';
import { REVIEW_LIMITS } from '../limits.ts';
import { PictureInput } from './picture-input.tsx';
import { StarInput } from './star-input.tsx';
import type { Upload } from './upload-picture.ts';

export interface ReviewValues {
  /** 0: none chosen yet. */
  stars: number;
  title: string;
  text: string;
  pictures: string[];
}

export const EMPTY_REVIEW: ReviewValues = { stars: 0, title: '', text: '', pictures: [] };

const REQUIRED = 'This field is required.';

/** The fields of a review, in a dialog or on a page. */
export function ReviewFields({ shopForm, upload }: { shopForm: ShopForm<ReviewValues>; upload: Upload }) {
  const { form, field } = shopForm;
  const { error: starsError } = field('stars', {
    validate: (stars) => stars > 0 || 'Please choose from one to five stars.',
  });
  const isUploading = useRef(false);
  const { error: picturesError } = field('pictures', {
    validate: () => !isUploading.current || 'Please wait until the pictures are uploaded.',
  });
  const [stars, pictures] = form.watch(['stars', 'pictures']);
  return (
    <>
      <StarInput
        value={stars}
        error={starsError}
        onChoose={(value) => form.setValue('stars', value, { shouldDirty: true, shouldValidate: true })}
      />
      <TextField
        label="Title"
        maxLength={REVIEW_LIMITS.title}
        autoComplete="off"
        {...field('title', { required: REQUIRED })}
      />
      <TextArea
        label="Your review"
        rows={5}
        maxLength={REVIEW_LIMITS.text}
        hint="What did you like or dislike? How do you use it?"
        {...field('text', { required: REQUIRED })}
      />
      <PictureInput
        pictures={pictures}
        error={picturesError}
        upload={upload}
        onUploading={(is) => {
          isUploading.current = is;
          if (!is) form.clearErrors('pictures');
        }}
        onChange={(change) =>
          form.setValue('pictures', change(form.getValues('pictures')), {
            shouldDirty: true,
            shouldValidate: !isUploading.current,
          })
        }
      />
    </>
  );
}
