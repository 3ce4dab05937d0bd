import type { ReactNode } from 'react';
import { DateTime } from '#web/shared/date-time.tsx';
import { Unavailable } from '#web/shared/unavailable.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Tabs } from '#web/ui/tabs.tsx';
import { MailPreview } from '../shared/mail-preview.tsx';
import { MailBadge } from './mail-badge.tsx';
import { type MailDetail, useMail } from './outbox-data.ts';

interface MailDialogProps {
  /** Null while closed. */
  id: number | null;
  onClose: () => void;
  notice: ReactNode;
  retry: (id: number) => void;
  isRetrying: boolean;
}

/** One mail of the outbox as HTML and plain text. */
export function MailDialog({ id, onClose, notice, ...actions }: MailDialogProps) {
  return (
    <Dialog isOpen={id !== null} onClose={onClose} title="Email" className="dialog-wide">
      {notice}
      {id !== null && <LoadedMail id={id} {...actions} />}
    </Dialog>
  );
}

type Actions = Pick<MailDialogProps, 'retry' | 'isRetrying'>;

function LoadedMail({ id, ...actions }: Actions & { id: number }) {
  const { data, error, refetch } = useMail(id);
  if (!data) {
    return <Unavailable what="the email" error={error} onRetry={refetch} className="h-96" />;
  }
  return <Mail mail={data} {...actions} />;
}

const looksOf = ({ html, text, subject }: MailDetail) => [
  { id: 'look', label: 'As it looks', content: <MailPreview html={html ?? ''} title={subject} /> },
  {
    id: 'text',
    label: 'Plain text',
    content: <pre className="panel overflow-x-auto p-6 text-small whitespace-pre-wrap wrap-anywhere">{text}</pre>,
  },
];

function Mail({ mail, retry, isRetrying }: Actions & { mail: MailDetail }) {
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <p className="min-w-0 flex-1 text-lg font-semibold wrap-anywhere">{mail.subject}</p>
        <MailBadge status={mail.status} />
      </div>
      <p className="text-muted wrap-anywhere">
        To {mail.to.name} {mail.to.email}, written <DateTime at={mail.created_at} withTime />
        {mail.sent_at && (
          <>
            , sent <DateTime at={mail.sent_at} withTime />
          </>
        )}
        . Attempts: {mail.attempts}.
      </p>
      {mail.last_error && <p className="text-danger wrap-anywhere">{mail.last_error}</p>}
      {mail.text === null ? (
        <p className="panel p-6 text-muted">
          {mail.is_confidential
            ? 'This email contains a personal link, so only its recipient can read it. The link may have expired.'
            : 'This email cannot be shown: it was encrypted with another APP_SECRET.'}
        </p>
      ) : (
        <Tabs label="The email" tabs={looksOf(mail)} />
      )}
      {mail.status !== 'sent' && (
        <div className="dialog-actions">
          <Button busy={isRetrying && 'Sending…'} onClick={() => retry(mail.id)}>
            {mail.attempts === 0 ? 'Send now' : 'Send again now'}
          </Button>
        </div>
      )}
    </div>
  );
}
