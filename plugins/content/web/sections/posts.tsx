import { Link, type SectionProps } from '#plugin/web';
import type { PostsSettings } from '../../server/section-settings.ts';
import type { PostsData } from '../../server/sections.ts';
import { PostCards } from '../post-cards.tsx';

/** The newest posts, with a link to all of them. */
export default function Posts({
  settings: { title, isFirst },
  data: { posts },
}: SectionProps<PostsSettings & { isFirst: boolean }, PostsData>) {
  const heading = title || 'Latest posts';
  return (
    <section aria-label={heading}>
      <div className="mb-6 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="wrap-anywhere">{heading}</h2>
        <Link to="/blog" className="link inline-flex min-h-11 items-center">
          View all<span className="sr-only"> posts</span>
        </Link>
      </div>
      <PostCards posts={posts} level="h3" isFirst={isFirst} />
    </section>
  );
}
