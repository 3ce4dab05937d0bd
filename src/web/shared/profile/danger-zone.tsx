import { useState } from 'react';
import { messageOf } from '#web/api/api-error.ts';
import { callForMessage } from '#web/api/call.ts';
import type { Notify } from '#web/shared/notice.tsx';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/dialog.tsx';
import { Section } from './section.tsx';
import { DELETION_NOTICE_MS } from './use-profile-notice.ts';

/** Requests the deletion of the account, which is confirmed by a mailed link. */
export function DangerZone({ email, notify }: { email: string; notify: Notify }) {
  const [isAsking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);

  const confirm = async () => {
    setBusy(true);
    try {
      notify('success', await callForMessage('POST /account/deletion', {}), DELETION_NOTICE_MS);
    } catch (error) {
      notify('danger', messageOf(error), DELETION_NOTICE_MS);
    } finally {
      setBusy(false);
      setAsking(false);
    }
  };

  return (
    <Section
      title="Danger Zone"
      lead="Deleting your account cannot be undone. Orders stay in the shop's records, without your name and addresses."
      className="border-danger"
    >
      <Button look="danger" onClick={() => setAsking(true)}>
        Delete Account
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title="Delete your account?"
        confirmLabel="Delete Account"
        cancelLabel="Keep account"
        busy={busy && 'Sending…'}
        onConfirm={() => void confirm()}
      >
        <p>
          We will send an email to <strong className="wrap-anywhere text-ink">{email}</strong>. Nothing is deleted until
          you follow its link: then your profile, addresses, wishlist, cart and emails go, and this cannot be undone.
        </p>
      </ConfirmDialog>
    </Section>
  );
}
