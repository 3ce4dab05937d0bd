import { DateTime, Link } from '#plugin/web';
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

/**
 * Classes of the first post. It is wider by the cells that would be empty in the last row, with its text beside its picture:
 * in two columns, and in three.
 */
const leadIn = (count: number): string => {
  const inTwo = count % 2 === 1 ? 'sm:max-lg:col-span-2 sm:max-lg:grid-cols-2 sm:max-lg:gap-x-8' : '';
  const inThree = ['lg:col-span-3', 'lg:col-span-2'][(count - 1) % ROW];
  return inThree ? `${inTwo} ${inThree} lg:grid-cols-[3fr_2fr] lg:content-stretch lg:gap-x-8` : inTwo;
};

/** Its picture fills a box as high as the card beside it, text included. */
const LEAD_BOX = 'lg:relative lg:aspect-[3/2] lg:size-full';
const LEAD_PICTURE = 'lg:absolute lg:inset-0 lg:aspect-auto lg:h-full';
const LEAD_SIZES = '(width >= 640px) 45vw, 92vw';

/** Posts side by side, without empty cells. */
export function PostCards({ posts, level: Title, isFirst = false }: PostCardsProps) {
  const isLead = (index: number) => index === 0 && posts.length % ROW !== 0;
  return (
    <ul className="grid gap-x-8 gap-y-12 sm:grid-cols-2 lg:grid-cols-3">
      {posts.map(({ slug, title, summary, cover, author, published_at }, index) => (
        <li
          key={slug}
          className={`grid grid-cols-[minmax(0,1fr)] content-start gap-3 ${index === 0 ? leadIn(posts.length) : ''}`}
        >
          {cover && (
            <Link
              to={`/blog/${slug}`}
              tabIndex={-1}
              aria-hidden="true"
              className={`block overflow-hidden rounded-card ${isLead(index) ? LEAD_BOX : ''}`}
            >
              <WholePicture
                picture={{ ...cover, alt: '' }}
                sizes={isLead(index) ? LEAD_SIZES : '(width >= 1024px) 30vw, (width >= 640px) 45vw, 92vw'}
                first={isFirst && index < ROW}
                className={`aspect-[3/2] h-auto w-full object-cover ${isLead(index) ? LEAD_PICTURE : ''}`}
              />
            </Link>
          )}
          <div className="grid content-start gap-3 self-center">
            <p className="text-muted text-small">
              <DateTime at={published_at} />
              {author && <> · {author}</>}
            </p>
            <Title className="text-xl leading-snug wrap-anywhere">
              <Link to={`/blog/${slug}`} className="hover:underline">
                {title}
              </Link>
            </Title>
            <p className="line-clamp-3 text-muted wrap-anywhere">{summary}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}
