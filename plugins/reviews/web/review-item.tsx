import { useState } from 'react';
import { DateTime, Dialog, Icon, Picture, shop } from '#plugin/web';
import type { PublicReview } from '../contract.ts';
import { Stars } from './stars.tsx';

/** One review with its pictures and the shop's reply. */
export function ReviewItem({ review }: { review: PublicReview }) {
  const { author, stars, title, text, pictures, created_at, reply } = review;
  const [opened, setOpened] = useState<string | null>(null);
  const name = author ?? 'Former customer';
  return (
    <article className="border-line border-b py-6 first:pt-0 last:border-b-0">
      <Stars stars={stars} />
      <h3 className="mt-1 font-semibold text-lg wrap-anywhere" dir="auto">
        {title}
      </h3>
      <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-muted text-small">
        <bdi>{name}</bdi>
        <span className="inline-flex items-center gap-1 text-success">
          <Icon name="check" /> Verified buyer
        </span>
        <DateTime at={created_at} />
      </p>
      <p className="mt-3 max-w-prose whitespace-pre-line wrap-anywhere" dir="auto">
        {text}
      </p>
      {pictures.length > 0 && (
        <ul className="mt-4 flex flex-wrap gap-2">
          {pictures.map((picture, index) => (
            <li key={picture}>
              <button
                type="button"
                className="block overflow-hidden rounded-field"
                aria-label={`Enlarge picture ${index + 1} of ${name}`}
                onClick={() => setOpened(picture)}
              >
                <Picture src={picture} alt="" sizes="96px" className="size-20 md:size-24" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {reply && (
        <div className="mt-4 max-w-prose rounded-card bg-sunken px-5 py-4">
          <p className="flex flex-wrap gap-x-3 text-small">
            <span className="font-semibold">Reply from {shop().siteName}</span>
            <span className="text-muted">
              <DateTime at={reply.at} />
            </span>
          </p>
          <p className="mt-1 whitespace-pre-line wrap-anywhere" dir="auto">
            {reply.text}
          </p>
        </div>
      )}
      <Dialog isOpen={opened !== null} onClose={() => setOpened(null)} title={`Picture of ${name}`}>
        {opened && <Picture src={opened} alt={`Picture of ${name}`} sizes="(width >= 640px) 560px, 90vw" />}
      </Dialog>
    </article>
  );
}
