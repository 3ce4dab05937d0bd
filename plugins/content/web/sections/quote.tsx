import type { SectionProps } from '#plugin/web';
import type { QuoteSettings } from '../../server/section-settings.ts';

/** A sentence in large letters. */
export default function Quote({ settings: { text, author } }: SectionProps<QuoteSettings>) {
  return (
    <figure className="mx-auto max-w-4xl py-4 text-center">
      <blockquote className="whitespace-pre-line font-display text-h1 font-semibold text-balance wrap-anywhere">
        “{text}”
      </blockquote>
      {author && <figcaption className="mt-5 text-muted">{author}</figcaption>}
    </figure>
  );
}
