const STAR = 'M10 1.8L12.17 7.41L18.18 7.74L13.52 11.54L15.05 17.36L10 14.1L4.95 17.36L6.48 11.54L1.82 7.74L7.83 7.41z';

/** One star, filled or not. */
export function Star({ isFull, className = 'size-5' }: { isFull: boolean; className?: string }) {
  return (
    <svg
      viewBox="0 0 20 20"
      aria-hidden="true"
      className={`${className} shrink-0 ${isFull ? 'text-rating' : 'text-(--rating-rest)'}`}
    >
      <path d={STAR} fill="currentColor" stroke="currentColor" strokeLinejoin="round" />
    </svg>
  );
}

export const STARS = [1, 2, 3, 4, 5] as const;

/** The stars of one review. */
export function Stars({ stars }: { stars: number }) {
  return (
    <span role="img" aria-label={`${stars} out of 5 stars`} className="inline-flex gap-0.5">
      {STARS.map((star) => (
        <Star key={star} isFull={star <= stars} className="size-4.5" />
      ))}
    </span>
  );
}
