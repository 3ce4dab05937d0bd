import { useId } from 'react';
import { counted } from '#plugin/web';
import { STARS, Star } from './stars.tsx';

const WORDS = ['', 'Poor', 'Fair', 'Okay', 'Good', 'Excellent'] as const;

interface StarInputProps {
  /** 0: none chosen yet. */
  value: number;
  onChoose: (stars: number) => void;
  error: string | undefined;
}

/** A group of radio buttons that look like stars: arrow keys change the choice. */
export function StarInput({ value, onChoose, error }: StarInputProps) {
  const id = useId();
  return (
    <fieldset className="field" aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="field-label mb-2">Your rating</legend>
      <div className="-ml-2 flex items-center">
        {STARS.map((star) => (
          <label
            key={star}
            className="cursor-pointer rounded-field p-2 has-focus-visible:outline-2 has-focus-visible:outline-ink"
          >
            <input
              type="radio"
              name={id}
              className="sr-only"
              checked={value === star}
              aria-invalid={error ? true : undefined}
              onChange={() => onChoose(star)}
            />
            <Star isFull={star <= value} className="size-8" />
            <span className="sr-only">{counted(star, ['star', 'stars'])}</span>
          </label>
        ))}
        <span className="ml-2 text-muted" aria-hidden="true">
          {WORDS[value]}
        </span>
      </div>
      {error && (
        <p className="field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </fieldset>
  );
}
