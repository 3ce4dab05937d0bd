import { type Column, FilterSelect, ListPage, useListAddress } from '#plugin/admin';
import { buttonClass, Icon, Link } from '#plugin/web';
import type { ListedPage } from '../../page-contract.ts';
import { usePages } from './content-data.ts';
import { entryColumns } from './entry-columns.tsx';
import { PAGE } from './entry-kinds.ts';

/** The pages that the merchant writes. */
export default function PagesView() {
  const list = useListAddress({ filters: { status: ['all', 'published', 'scheduled', 'draft', 'ended'] } });
  const pages = usePages({ page: list.page, search: list.search, ...list.filters });
  const add = (
    <Link to={`${PAGE.list}/new`} className={buttonClass('primary')}>
      <Icon name="plus" /> Add Page
    </Link>
  );
  return (
    <ListPage
      title="Pages"
      intro="Pages with your own text, such as a story about your workshop."
      actions={add}
      list={list}
      search={{ label: 'Search pages', placeholder: 'Title or address' }}
      filters={
        <FilterSelect
          label="Filter by status"
          value={list.filters.status}
          options={[
            ['all', 'All pages'],
            ['published', 'Published'],
            ['scheduled', 'Scheduled'],
            ['draft', 'Drafts'],
            ['ended', 'Ended'],
          ]}
          onChoose={(status) => list.show({ filters: { status } })}
        />
      }
      query={pages}
      nouns={['page', 'pages']}
      empty={{
        title: list.isNarrowed ? 'No pages found' : 'No pages yet',
        hint: 'Write a page, look at it in the preview, and publish it when it is ready.',
        action: add,
      }}
      columns={COLUMNS}
      idOf={({ id }) => id}
    />
  );
}

const COMMON = entryColumns(PAGE);
const COLUMNS: readonly Column<ListedPage>[] = [
  COMMON.title,
  { name: 'Address', cell: ({ slug }) => <span className="block max-w-72 truncate text-muted">/pages/{slug}</span> },
  COMMON.status,
  COMMON.changed,
  COMMON.actions,
];
