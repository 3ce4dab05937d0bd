import { type Column, FilterSelect, ListPage, useListAddress } from '#plugin/admin';
import { buttonClass, DateTime, Icon, Link } from '#plugin/web';
import type { AdminListedPost } from '../../blog-contract.ts';
import { usePosts } from './content-data.ts';
import { entryColumns } from './entry-columns.tsx';
import { POST } from './entry-kinds.ts';

/** The posts of the blog. */
export default function PostsView() {
  const list = useListAddress({ filters: { status: ['all', 'published', 'scheduled', 'draft'] } });
  const posts = usePosts({ page: list.page, search: list.search, ...list.filters });
  const add = (
    <Link to={`${POST.list}/new`} className={buttonClass('primary')}>
      <Icon name="plus" /> Add Post
    </Link>
  );
  return (
    <ListPage
      title="Blog"
      intro="News and stories, at /blog. Once a post is published, add the blog to a menu under Announcements and menus."
      actions={add}
      list={list}
      search={{ label: 'Search posts', placeholder: 'Title, address or author' }}
      filters={
        <FilterSelect
          label="Filter by status"
          value={list.filters.status}
          options={[
            ['all', 'All posts'],
            ['published', 'Published'],
            ['scheduled', 'Scheduled'],
            ['draft', 'Drafts'],
          ]}
          onChoose={(status) => list.show({ filters: { status } })}
        />
      }
      query={posts}
      nouns={['post', 'posts']}
      empty={{
        title: list.isNarrowed ? 'No posts found' : 'No posts yet',
        hint: 'Write a post, look at it in the preview, and publish it when it is ready.',
        action: add,
      }}
      tableLabel="Posts"
      columns={COLUMNS}
      idOf={({ id }) => id}
    />
  );
}

const COMMON = entryColumns(POST);
const COLUMNS: readonly Column<AdminListedPost>[] = [
  COMMON.title,
  { name: 'Author', cell: ({ author }) => <span className="block max-w-48 truncate text-muted">{author || '–'}</span> },
  COMMON.status,
  {
    name: 'Date',
    className: 'md:whitespace-nowrap',
    cell: ({ publish_from }) => (publish_from ? <DateTime at={publish_from} /> : '–'),
  },
  COMMON.changed,
  COMMON.actions,
];
