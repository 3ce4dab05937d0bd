import type { ReactNode } from 'react';
import { ErrorSummary } from '#web/shared/forms/error-summary.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog, Dialog } from '#web/ui/dialog.tsx';
import { EditConflict } from './edit-conflict.tsx';
import { PageHeader } from './page-header.tsx';
import type { Drafted, useDraft } from './use-draft.ts';

interface DraftPageProps<T extends Drafted<unknown>> {
  draft: ReturnType<typeof useDraft<unknown, T>>;
  title: string;
  canDiscard: boolean;
  canPublish: boolean;
  /** Text of the question before the draft is discarded: what would be lost. */
  discarding: string;
  /** The button that withdraws what is published, and the question that it asks. */
  withdrawal: { action: string; title: string; confirm: string; text: string };
  children: ReactNode;
}

/** The page around a form whose content is a draft until it is published: buttons, status and confirmation dialogs. */
export function DraftPage<T extends Drafted<unknown>>(props: DraftPageProps<T>) {
  const { draft, title, canDiscard, canPublish, discarding, withdrawal, children } = props;
  const { stored, isDirty, busy, asked, ask, theirs } = draft;
  // What is published becomes the draft when it is withdrawn, which would replace another one.
  const isWaiting = isDirty || stored.draft !== null;
  return (
    <>
      <PageHeader
        title={title}
        actions={
          <>
            {stored.published !== null && (
              <Button look="quiet" disabled={busy !== null} onClick={() => ask('withdraw')}>
                {withdrawal.action}
              </Button>
            )}
            {canDiscard && (
              <Button look="quiet" disabled={busy !== null} onClick={() => ask('discard')}>
                Discard draft
              </Button>
            )}
            <Button
              look="secondary"
              disabled={!isDirty}
              busy={busy === 'save' && 'Saving…'}
              onClick={() => void draft.save()}
            >
              Save draft
            </Button>
            <Button
              disabled={!canPublish}
              busy={busy === 'publish' && 'Publishing…'}
              onClick={() => void draft.publish()}
            >
              Publish
            </Button>
          </>
        }
      >
        <span className="flex flex-wrap items-center gap-2">
          {stored.published === null ? (
            <Badge tone="secondary">Default</Badge>
          ) : (
            <Badge tone="success">Published</Badge>
          )}
          {stored.draft !== null && <Badge tone="info">Draft</Badge>}
          {isDirty && <Badge tone="warning">Not saved</Badge>}
        </span>
      </PageHeader>
      <ErrorSummary {...draft.failure} />
      {theirs && (
        <div className="mb-6">
          <EditConflict
            newer={{ read: async () => theirs, show: draft.show }}
            onKeep={({ revision }) => void draft.save(revision)}
          />
        </div>
      )}
      {children}
      {draft.question}
      <ConfirmDialog
        isOpen={asked === 'discard'}
        onClose={() => ask(null)}
        title="Discard the draft?"
        confirmLabel="Discard draft"
        onConfirm={() => void draft.discard()}
      >
        {discarding}
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={asked === 'withdraw' && !isWaiting}
        onClose={() => ask(null)}
        title={withdrawal.title}
        confirmLabel={withdrawal.confirm}
        onConfirm={() => void draft.withdraw()}
      >
        {withdrawal.text}
      </ConfirmDialog>
      <Dialog
        isOpen={asked === 'withdraw' && isWaiting}
        onClose={() => ask(null)}
        title="Publish or discard your draft first"
      >
        <p className="text-muted">The published version becomes the draft, which would replace your changes.</p>
        <div className="dialog-buttons">
          <Button data-first-focus onClick={() => ask(null)}>
            OK
          </Button>
        </div>
      </Dialog>
    </>
  );
}
