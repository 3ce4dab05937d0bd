import {
  adminMeta,
  BulkBar,
  type Column,
  FilterSelect,
  ListPage,
  useListAddress,
  useNotice,
  useOpenedId,
  useRowChoice,
} from '#plugin/admin';
import { Badge, Button, DateTime, Link, messageOf } from '#plugin/web';
import type { AdminReview } from '../contract.ts';
import { decisionMessage } from '../decision-message.ts';
import { useAdminReviews, useSetStatus } from './admin-reviews-data.ts';
import { ReviewDetail } from './review-detail.tsx';
import { Stars } from './stars.tsx';
import { STATUS_BADGES } from './status-badges.ts';

export const meta = () => adminMeta('Reviews');

const NOUNS = ['review', 'reviews'] as const;

export default function AdminReviewsPage() {
  const [opened, open] = useOpenedId('review');
  const list = useListAddress({
    filters: { status: ['all', 'pending', 'published', 'rejected'], stars: ['all', '5', '4', '3', '2', '1'] },
  });
  const reviews = useAdminReviews({ page: list.page, search: list.search, ...list.filters });
  const choice = useRowChoice(reviews.data?.data.map(({ id }) => id) ?? []);
  const { notice, notify } = useNotice();
  const setStatus = useSetStatus();
  const lastChange = reviews.data?.data
    .map(({ updated_at }) => updated_at)
    .toSorted()
    .at(-1);
  const decide = (status: 'published' | 'rejected') =>
    setStatus.mutate(
      { ids: choice.ids.map(Number), status, unchanged_since: lastChange },
      {
        onSuccess: (result) => {
          notify(result.skipped.length > 0 ? 'danger' : 'success', decisionMessage(result, status));
          choice.choose(result.skipped);
        },
        onError: (error) => notify('danger', messageOf(error, 'Failed to change the reviews')),
      },
    );

  return (
    <>
      {opened === null && notice}
      <ListPage
        title="Reviews"
        intro={
          <>
            What customers say about products that they bought. Approval and emails are set under{' '}
            <Link to="/admin/settings?tab=reviews" className="underline">
              Settings › Reviews
            </Link>
            .
          </>
        }
        search={{ label: 'Search reviews', placeholder: 'Product, customer or text' }}
        filters={
          <>
            <FilterSelect
              label="Filter by status"
              value={list.filters.status}
              options={[
                ['all', 'All reviews'],
                ['pending', 'Waiting for approval'],
                ['published', 'Published'],
                ['rejected', 'Rejected'],
              ]}
              onChoose={(status) => list.show({ filters: { status } })}
            />
            <FilterSelect
              label="Filter by stars"
              value={list.filters.stars}
              options={[
                ['all', 'All stars'],
                ['5', '5 stars'],
                ['4', '4 stars'],
                ['3', '3 stars'],
                ['2', '2 stars'],
                ['1', '1 star'],
              ]}
              onChoose={(stars) => list.show({ filters: { stars } })}
            />
          </>
        }
        query={reviews}
        list={list}
        nouns={NOUNS}
        empty={{
          title: list.isNarrowed ? 'No reviews found matching your criteria' : 'No reviews yet',
          hint: 'Customers review what they bought on the product page, or from a link in an email.',
        }}
        columns={columnsWith(open)}
        idOf={({ id }) => id}
        choice={{ of: choice, nameOf: ({ title }) => title }}
      >
        <BulkBar choice={choice} nouns={NOUNS}>
          <Button small busy={setStatus.isPending && 'Saving…'} onClick={() => decide('published')}>
            Publish
          </Button>
          <Button look="secondary" small disabled={setStatus.isPending} onClick={() => decide('rejected')}>
            Reject
          </Button>
        </BulkBar>
        {opened !== null && (
          <ReviewDetail key={opened} id={opened} onClose={() => open(null)} notice={notice} notify={notify} />
        )}
      </ListPage>
    </>
  );
}

const columnsWith = (onOpen: (id: number) => void): readonly Column<AdminReview>[] => [
  {
    name: 'Review',
    className: 'stretch',
    cell: ({ stars, title, text }) => (
      <span className="block min-w-0 xl:max-w-110">
        <Stars stars={stars} />
        <span className="block truncate font-semibold" dir="auto">
          {title}
        </span>
        <span className="block truncate text-muted text-small" dir="auto">
          {text}
        </span>
      </span>
    ),
  },
  {
    name: 'Product',
    cell: ({ product }) => (
      <Link to={`/products/${product.slug}`} className="block max-w-56 truncate hover:underline lg:max-xl:max-w-40">
        {product.name}
      </Link>
    ),
  },
  {
    name: 'Customer',
    isSpare: true,
    cell: ({ customer }) => (
      <span className="block max-w-48 truncate" dir="auto">
        {customer?.name ?? 'Deleted account'}
      </span>
    ),
  },
  {
    name: 'Status',
    cell: ({ status, reply }) => (
      <span className="flex flex-wrap gap-1">
        <Badge tone={STATUS_BADGES[status].tone}>{STATUS_BADGES[status].label}</Badge>
        {reply?.is_outdated && <Badge tone="warning">Reply hidden</Badge>}
      </span>
    ),
  },
  {
    name: 'Written',
    className: 'md:whitespace-nowrap',
    cell: ({ created_at, updated_at }) => (
      <>
        <DateTime at={created_at} />
        {updated_at !== created_at && (
          <span className="block text-muted text-small">
            Edited <DateTime at={updated_at} />
          </span>
        )}
      </>
    ),
  },
  {
    name: 'Actions',
    cell: ({ id, title }) => (
      <Button look="quiet" small aria-label={`View review ${title}`} onClick={() => onOpen(id)}>
        View
      </Button>
    ),
  },
];
