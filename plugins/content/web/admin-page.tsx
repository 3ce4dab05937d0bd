import { lazy, Suspense } from 'react';
import { useParams } from 'react-router';
import { adminMeta } from '#plugin/admin';
import { EmptyState, SectionLink, Skeleton } from '#plugin/web';
import { PAGE, POST } from './admin/entry-kinds.ts';

export const meta = () => adminMeta('Content');

const HomeComposer = lazy(() => import('./admin/home-composer.tsx'));
const PagesView = lazy(() => import('./admin/pages-view.tsx'));
const PostsView = lazy(() => import('./admin/posts-view.tsx'));
const EntryEditor = lazy(() => import('./admin/entry-editor.tsx'));
const FrameView = lazy(() => import('./admin/frame-view.tsx'));
const RedirectsView = lazy(() => import('./admin/redirects-view.tsx'));

const AREAS = [
  ['/admin/content', 'Home page'],
  ['/admin/content/pages', 'Pages'],
  ['/admin/content/posts', 'Blog'],
  ['/admin/content/frame', 'Announcements and menus'],
  ['/admin/content/redirects', 'Redirects'],
] as const;

/** One route for all of the plug-in's screens: each route costs every shopper a line of the route manifest. */
export default function ContentAdminPage() {
  const { area = 'home', id } = useParams();
  return (
    <Suspense fallback={<Skeleton className="h-96" />}>
      {id === undefined && (
        <nav aria-label="Content" className="mb-6 flex gap-6 overflow-x-auto border-line border-b">
          {AREAS.map(([path, name]) => (
            <SectionLink
              key={path}
              to={path}
              end
              className="tab inline-flex items-center aria-[current=page]:border-ink aria-[current=page]:text-ink"
            >
              {name}
            </SectionLink>
          ))}
        </nav>
      )}
      <Area area={area} id={id} />
    </Suspense>
  );
}

function Area({ area, id }: { area: string; id: string | undefined }) {
  if (area === 'home') return <HomeComposer />;
  if (area === 'pages' && id === undefined) return <PagesView />;
  if (area === 'posts' && id === undefined) return <PostsView />;
  if (area === 'pages' || area === 'posts') {
    const kind = area === 'pages' ? PAGE : POST;
    return <EntryEditor key={`${area} ${id}`} kind={kind} id={id === 'new' ? null : Number(id)} />;
  }
  if (area === 'frame') return <FrameView />;
  if (area === 'redirects') return <RedirectsView />;
  return (
    <EmptyState icon="search-x" level="h1" title="Page Not Found">
      There is nothing here.
    </EmptyState>
  );
}
