import { type ReactNode, useState } from 'react';
import { closeUnlessUnsaved, discardUnsavedChanges, FailedList, type Notify, useUnsavedGuard } from '#plugin/admin';
import {
  Badge,
  Banner,
  Button,
  ConfirmDialog,
  DateTime,
  Dialog,
  Link,
  messageOf,
  Picture,
  Skeleton,
  TextArea,
} from '#plugin/web';
import type { AdminReview } from '../contract.ts';
import { decisionMessage } from '../decision-message.ts';
import { REVIEW_LIMITS } from '../limits.ts';
import { useAdminReview, useDeleteReview, useReply, useSetStatus } from './admin-reviews-data.ts';
import { Stars } from './stars.tsx';
import { STATUS_BADGES } from './status-badges.ts';

interface ReviewDetailProps {
  id: number;
  onClose: () => void;
  /** Result of an action; the page's own notice would be behind the dialog. */
  notice: ReactNode;
  notify: Notify;
}

/** One review in the back office: text, pictures, decision and reply. */
export function ReviewDetail({ id, onClose, notice, notify }: ReviewDetailProps) {
  const { data, error, refetch } = useAdminReview(id);
  return (
    <Dialog isOpen onClose={onClose} mayClose={closeUnlessUnsaved(onClose)} title="Review" className="dialog-wide">
      {notice}
      {data && <Detail review={data} onClose={onClose} notify={notify} />}
      {!data && error && (
        <FailedList title="The review could not be loaded" error={error} onRetry={() => void refetch()} />
      )}
      {!data && !error && <Skeleton className="h-64" />}
    </Dialog>
  );
}

function Detail({ review, onClose, notify }: { review: AdminReview; onClose: () => void; notify: Notify }) {
  const { id, stars, title, text, pictures, product, customer, status, created_at, updated_at } = review;
  const setStatus = useSetStatus();
  const remove = useDeleteReview(id);
  const [isDeleting, setDeleting] = useState(false);
  const decide = (next: 'published' | 'rejected') =>
    setStatus.mutate(
      { ids: [id], status: next, unchanged_since: updated_at },
      {
        onSuccess: (result) => notify('success', decisionMessage(result, next)),
        onError: (error) => notify('danger', messageOf(error, 'Failed to change the review')),
      },
    );
  const confirmDeletion = () =>
    remove.mutate(null, {
      onSuccess: (message) => {
        notify('success', message);
        discardUnsavedChanges();
        onClose();
      },
      onError: (error) => notify('danger', messageOf(error, 'Failed to delete the review')),
    });

  return (
    <>
      <div className="flex items-center gap-4">
        <Picture src={product.image} alt="" sizes="64px" className="size-16 rounded-field" />
        <div className="min-w-0">
          <Link to={`/products/${product.slug}`} className="font-semibold underline wrap-anywhere">
            {product.name}
          </Link>
          <p className="text-muted text-small wrap-anywhere">
            {customer ? `${customer.name} (${customer.email})` : 'Deleted account'},{' '}
            <DateTime at={created_at} withTime />
            {updated_at !== created_at && (
              <>
                , edited <DateTime at={updated_at} withTime />
              </>
            )}
          </p>
        </div>
      </div>
      <div className="mt-6 flex flex-wrap items-center gap-3">
        <Stars stars={stars} />
        <Badge tone={STATUS_BADGES[status].tone}>{STATUS_BADGES[status].label}</Badge>
      </div>
      <h3 className="mt-2 font-semibold text-lg wrap-anywhere" dir="auto">
        {title}
      </h3>
      <p className="mt-2 whitespace-pre-line wrap-anywhere" dir="auto">
        {text}
      </p>
      {pictures.length > 0 && (
        <ul className="mt-4 flex flex-wrap gap-3">
          {pictures.map((picture, index) => (
            <li key={picture}>
              <Picture
                src={picture}
                alt={`Picture ${index + 1} of the review`}
                sizes="160px"
                className="size-32 rounded-field sm:size-40"
              />
            </li>
          ))}
        </ul>
      )}
      <Reply key={review.reply?.at} review={review} notify={notify} />
      <div className="dialog-actions">
        <Button look="quiet" className="mr-auto -ml-4" onClick={() => setDeleting(true)}>
          Delete
        </Button>
        {status !== 'rejected' && (
          <Button look="secondary" disabled={setStatus.isPending} onClick={() => decide('rejected')}>
            Reject
          </Button>
        )}
        {status !== 'published' && (
          <Button busy={setStatus.isPending && 'Saving…'} onClick={() => decide('published')}>
            Publish
          </Button>
        )}
      </div>
      <ConfirmDialog
        isOpen={isDeleting}
        onClose={() => setDeleting(false)}
        title="Delete this review?"
        confirmLabel="Delete review"
        busy={remove.isPending && 'Deleting…'}
        onConfirm={confirmDeletion}
      >
        “{title}” is removed for good, with its pictures. To hide it, reject it instead.
      </ConfirmDialog>
    </>
  );
}

function Reply({ review, notify }: { review: AdminReview; notify: Notify }) {
  const { reply } = review;
  const [text, setText] = useState(reply?.text ?? '');
  const save = useReply(review);
  const send = (next: string | null) =>
    save.mutate(next, {
      onSuccess: (message) => notify('success', message),
      onError: (error) => notify('danger', messageOf(error, 'Failed to save the reply')),
    });
  const question = useUnsavedGuard(!save.isPending && text !== (reply?.text ?? ''));
  const isOutdated = reply?.is_outdated ?? false;
  const canSave = text.trim() !== '' && (text.trim() !== reply?.text || isOutdated);
  return (
    <form
      className="mt-6 border-line border-t pt-6"
      onSubmit={(event) => {
        event.preventDefault();
        if (canSave) send(text.trim());
      }}
    >
      {isOutdated && (
        <Banner tone="warning" className="mb-4">
          The customer has edited the review since you replied, so your reply is hidden. Save it to show it again.
        </Banner>
      )}
      <TextArea
        label="Reply"
        rows={3}
        maxLength={REVIEW_LIMITS.reply}
        hint="Shown below the review."
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <div className="mt-3 flex flex-wrap gap-3">
        <Button type="submit" look="secondary" small busy={save.isPending && 'Saving…'} disabled={!canSave}>
          Save reply
        </Button>
        {reply && (
          <Button look="quiet" small disabled={save.isPending} onClick={() => send(null)}>
            Delete reply
          </Button>
        )}
      </div>
      {question}
    </form>
  );
}
