import { Link, Moment } from '#plugin/web';
import type { ListedPost } from '../blog-contract.ts';
import { WholePicture } from './whole-picture.tsx';

interface PostCardsProps {
  posts: readonly ListedPost[];
  /** Level of the titles: below the heading of the page or of the section. */
  level: 'h2' | 'h3';
  /** The pictures of the first row are the first of the page. */
  isFirst?: boolean;
}

const ROW = 3;

/** Posts side by side. */
export function PostCards({ posts, level: Title, isFirst = false }: PostCardsProps) {
  return (
    <ul className="grid gap-x-8 gap-y-12 sm:grid-cols-2 lg:grid-cols-3">
      {posts.map(({ slug, title, summary, cover, author, published_at }, index) => (
        <li key={slug} className="grid grid-cols-[minmax(0,1fr)] content-start gap-3">
          {cover && (
            <Link to={`/blog/${slug}`} tabIndex={-1} aria-hidden="true" className="block overflow-hidden rounded-card">
              <WholePicture
                picture={{ ...cover, alt: '' }}
                sizes="(width >= 1024px) 30vw, (width >= 640px) 45vw, 92vw"
                first={isFirst && index < ROW}
                className="aspect-[3/2] h-auto w-full object-cover"
              />
            </Link>
          )}
          <p className="text-muted text-small">
            <Moment at={published_at} />
            {author && <> · {author}</>}
          </p>
          <Title className="text-xl leading-snug wrap-anywhere">
            <Link to={`/blog/${slug}`} className="hover:underline">
              {title}
            </Link>
          </Title>
          <p className="line-clamp-3 text-muted wrap-anywhere">{summary}</p>
        </li>
      ))}
    </ul>
  );
}
