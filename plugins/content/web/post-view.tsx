import { DateTime, Link } from '#plugin/web';
import type { PublicPost } from '../blog-contract.ts';
import { RichTextView } from './rich-text.tsx';
import { WholePicture } from './whole-picture.tsx';

export type ShownPost = Pick<PublicPost, 'title' | 'cover' | 'author' | 'tags' | 'published_at' | 'body'>;

/** A post of the blog; also the preview in the back office. */
export function PostView({ post: { title, cover, author, tags, published_at, body } }: { post: ShownPost }) {
  return (
    <article className="page py-12 md:py-20">
      <div className="mx-auto max-w-[68ch]">
        <p className="text-muted">
          <Link to="/blog" className="link">
            Blog
          </Link>
        </p>
        <h1 className="mt-4 text-h1 wrap-anywhere">{title}</h1>
        <p className="mt-4 text-muted">
          <DateTime at={published_at} />
          {author && <> · {author}</>}
        </p>
        {cover && (
          <WholePicture
            picture={cover}
            sizes="(width >= 768px) 68ch, 92vw"
            first
            className="mt-8 h-auto w-full rounded-card"
          />
        )}
        <RichTextView text={body} className="mt-8" />
        {tags.length > 0 && (
          <ul aria-label="Tags" className="mt-10 flex flex-wrap gap-2 border-line border-t pt-6">
            {tags.map((tag) => (
              <li key={tag}>
                <Link
                  to={`/blog?tag=${encodeURIComponent(tag)}`}
                  className="inline-flex min-h-11 items-center rounded-pill border border-line px-4 text-small wrap-anywhere hover:bg-sunken"
                >
                  {tag}
                </Link>
              </li>
            ))}
          </ul>
        )}
      </div>
    </article>
  );
}
