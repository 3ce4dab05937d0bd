import { type ReactNode, useState } from 'react';
import { contactSubjectLabel } from '#domain/accounts/contact-subject.ts';
import { messageOf } from '#web/api/api-error.ts';
import { DateTime } from '#web/shared/date-time.tsx';
import { closeUnlessUnsaved } from '#web/shared/forms/unsaved-changes.tsx';
import type { Notify } from '#web/shared/notice.tsx';
import { Unavailable } from '#web/shared/unavailable.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import {
  type MessageDetail,
  STATUS_LABELS,
  STATUS_TONES,
  useDeleteMessage,
  useMessage,
  useSetMessageStatus,
} from './messages-data.ts';
import { ReplyForm } from './reply-form.tsx';

interface MessageDialogProps {
  /** Null while closed. */
  id: number | null;
  onClose: () => void;
  /** Result of an action; the page's own notice would be behind the dialog. */
  notice: ReactNode;
  notify: Notify;
}

/** One message with its replies and actions. */
export function MessageDialog({ id, onClose, notice, notify }: MessageDialogProps) {
  return (
    <Dialog
      isOpen={id !== null}
      onClose={onClose}
      mayClose={closeUnlessUnsaved(onClose)}
      title="Message"
      className="dialog-wide"
    >
      {notice}
      {id !== null && <LoadedMessage id={id} onClose={onClose} notify={notify} />}
    </Dialog>
  );
}

function LoadedMessage({ id, onClose, notify }: { id: number; onClose: () => void; notify: Notify }) {
  const { data, error, refetch } = useMessage(id);
  if (!data) {
    return <Unavailable what="the message" error={error} onRetry={refetch} className="h-64" />;
  }
  return <Thread message={data} onClose={onClose} notify={notify} />;
}

function Thread({ message, onClose, notify }: { message: MessageDetail; onClose: () => void; notify: Notify }) {
  const { id, name, email, subject, status, created_at, replies } = message;
  return (
    <div className="grid gap-6">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <p className="font-semibold">
          <bdi>{name}</bdi>
        </p>
        <a href={`mailto:${email}`} className="link wrap-anywhere">
          {email}
        </a>
        <Badge tone={STATUS_TONES[status]}>{STATUS_LABELS[status]}</Badge>
        <p className="text-muted">
          {contactSubjectLabel(subject)}, <DateTime at={created_at} withTime />
        </p>
      </div>
      <Letter>{message.message}</Letter>
      {replies.map((reply) => (
        <div key={reply.id}>
          <p className="mb-2 text-muted text-small">
            Reply by {reply.author ?? 'a deleted account'}, <DateTime at={reply.created_at} withTime />
          </p>
          <Letter>{reply.message}</Letter>
        </div>
      ))}
      <ReplyForm id={id} name={name} to={email} onSent={() => notify('success', 'Your reply is on its way.')} />
      <Actions message={message} onClose={onClose} notify={notify} />
    </div>
  );
}

const Letter = ({ children }: { children: string }) => (
  <p dir="auto" className="panel p-4 wrap-anywhere whitespace-pre-line">
    {children}
  </p>
);

function Actions({ message, onClose, notify }: { message: MessageDetail; onClose: () => void; notify: Notify }) {
  const setStatus = useSetMessageStatus(message.id);
  const remove = useDeleteMessage(message.id);
  const [isAsking, setAsking] = useState(false);
  const isDone = message.status === 'done';
  const fail = (error: unknown) => notify('danger', messageOf(error));

  const change = () =>
    setStatus.mutate(isDone ? 'open' : 'done', {
      onSuccess: () => notify('success', isDone ? 'The message is open again.' : 'The message is marked as done.'),
      onError: fail,
    });
  const deleteIt = () =>
    remove.mutate(undefined, {
      onSuccess: () => {
        notify('success', 'The message is deleted.');
        onClose();
      },
      onError: fail,
    });

  if (isAsking) {
    return (
      <div role="alert" className="grid gap-3 border-t border-line pt-6">
        <p>
          Delete the message from <bdi className="font-semibold">{message.name}</bdi> and its replies? This cannot be
          undone.
        </p>
        <div className="flex flex-wrap gap-3">
          <Button look="danger" small busy={remove.isPending && 'Deleting…'} onClick={deleteIt}>
            Delete message
          </Button>
          <Button look="secondary" small autoFocus onClick={() => setAsking(false)}>
            Keep it
          </Button>
        </div>
      </div>
    );
  }
  return (
    <div className="flex flex-wrap gap-3 border-t border-line pt-6">
      <Button look="secondary" small busy={setStatus.isPending && 'Saving…'} onClick={change}>
        {isDone ? 'Reopen' : 'Mark as done'}
      </Button>
      <Button look="quiet" small onClick={() => setAsking(true)}>
        Delete
      </Button>
    </div>
  );
}
